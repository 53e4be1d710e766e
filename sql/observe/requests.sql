-- The hashes of the requests that created the records with some ids, public or not; null for a record without one, no row for an id that is
-- free.
-- Caller: observe.store.compareStored
-- Index: observations_pkey, held_observations_id, observation_requests_pkey
select o.id, r.hash from observations o left join observation_requests r on r.id = o.id where o.id = any(@ids::uuid[])
union all
select h.id, h.request_hash from held_observations h where h.id = any(@ids::uuid[]) and h.removal is null
