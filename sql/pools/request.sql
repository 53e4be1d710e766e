-- The hash of the request that created a test of a pool; no row for one of a file.
-- Caller: pools.New
-- Index: pool_requests_pkey
select hash from pool_requests where id = @id::uuid
