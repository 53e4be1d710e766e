-- The hash of the request that created the record with an id, public or not; null for a record without one, no row for an id that is free.
-- Caller: observe.store.request
-- Index: observations_pkey, held_observations_id, observation_requests_pkey
select r.hash from observations o left join observation_requests r on r.id = o.id where o.id = @id::uuid
union all
select h.request_hash from held_observations h where h.id = @id::uuid and h.removal is null
limit 1
