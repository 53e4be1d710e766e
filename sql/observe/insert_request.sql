-- Stores the hash of the request that created a record under a client's own id.
-- Caller: observe.store.insert
-- Index: observation_requests_pkey
insert into observation_requests (id, hash) values (@id::uuid, @hash::bytea)
