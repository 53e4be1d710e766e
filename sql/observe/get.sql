-- One observation.
-- Caller: observe.Observe.readPublic, observe.store.read
-- Index: observations_pkey
select 'public' as publication, null::text as held_reason,
-- include: fragment/observation_columns.sql
from observations o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
where o.id = @id::uuid
