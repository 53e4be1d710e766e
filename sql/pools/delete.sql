-- Deletes one test of a pool. Tests of the same pool for other pathogens stay.
-- Caller: pools.New
-- Index: pools_pkey
delete from pools o where o.id = @id::uuid
