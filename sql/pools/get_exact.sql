-- One test of a pool with its exact place.
-- Caller: pools.New
-- Index: pools_pkey
select
-- include: fragment/pool_columns.sql
from exact_pools o
join data_sources d on d.key = o.data_source_key
join taxa t on t.key = o.taxon_key
where o.id = @id::uuid
