-- The observations with ids, with their exact places.
-- Caller: observe.store.exactly
-- Index: observations_pkey, exact_places_pkey
select 'public' as publication, null::text as held_reason,
-- include: fragment/observation_columns.sql
from exact_observations o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where o.id = any(@ids::uuid[])
