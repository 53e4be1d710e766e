-- All pools, in the order of the copy in memory.
-- Caller: eventindex.Index.Load
-- Index: pools_test
select
-- include: fragment/pool_index_columns.sql
from pools e
-- include: fragment/deciding_tests.sql
order by e.id
