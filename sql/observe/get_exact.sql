-- One observation with its exact place.
-- Caller: observe.store.find, observe.store.lock
-- Index: observations_pkey
select 'public' as publication, null::text as held_reason,
-- include: fragment/observation_columns.sql
from exact_observations o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where o.id = @id::uuid
