-- One test of a pool.
-- Caller: pools.New
-- Index: pools_pkey
select
-- include: fragment/pool_columns.sql
from pools o
join data_sources d on d.key = o.data_source_key
join taxa t on t.key = o.taxon_key
where o.id = @id::uuid
