-- One observation that is not public.
-- Caller: observe.Observe.read, observe.Observe.repeated, observe.store.find, observe.store.lock
-- Index: held_observations_id
select o.publication, o.held_reason,
-- include: fragment/observation_columns.sql
from held_observations o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where o.id = @id::uuid and o.removal is null
