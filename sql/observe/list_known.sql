-- The observations with ids that still match, newest first. Names are joined to them alone.
-- Caller: observe.store.knownPage
-- Index: observations_pkey
select
-- include: fragment/observation_columns.sql
from observations o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where o.id = any(@ids::uuid[])
  and
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
