-- How the data sources name some pools.
-- Caller: kinds.round.poolIDs
-- Index: pools_pkey
select id, pool_id from pools where id = any(@ids::uuid[])
