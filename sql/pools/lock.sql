-- Locks one test of a pool for a change.
-- Caller: pools.New
-- Index: pools_pkey
select o.id from pools o where o.id = @id::uuid for update
