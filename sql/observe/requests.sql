-- What is known of the requests that created the records with some ids: their hashes, null for a record without one, and what says who may ask for
-- the record. No row for an id that is free; a record of a private data source, seen from elsewhere, has its id alone.
-- Caller: observe.store.requests
-- Index: observations_pkey, held_observations_id, observation_requests_pkey, history_entity
select o.id, r.hash, 'public' as publication, true as was_public, d.id as data_source, o.account, o.cell_degrees
from observations o
left join observation_requests r on r.id = o.id
left join data_sources d on d.key = o.data_source_key
where o.id = any(@ids::uuid[])
union all
select h.id, h.request_hash, h.publication, exists (
           select from history e
           where e.entity = 'observation' and e.entity_id = h.id::text and 'public' in (e.was ->> 'publication', e.became ->> 'publication')),
       d.id, h.account, null
from held_observations h
left join data_sources d on d.key = h.data_source_key
where h.id = any(@ids::uuid[]) and h.removal is null
union all
select id, null, '', true, null, null, null from taken_elsewhere(@ids::uuid[]) id
