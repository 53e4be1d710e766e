-- Stores the hash of the request that created a test of a pool.
-- Caller: pools.New
-- Index: pool_requests_pkey
insert into pool_requests (id, hash) values (@id::uuid, @hash::bytea)
on conflict (id) do update set hash = excluded.hash
