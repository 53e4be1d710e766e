-- The observations with ids that still match, newest first. "offset 0" makes PostgreSQL look for the ids, whatever else is asked for.
-- Caller: observe.store.knownPage
-- Index: observations_pkey
select
-- include: fragment/observation_columns.sql
from (select * from observations where id = any(@ids::uuid[]) offset 0) o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
