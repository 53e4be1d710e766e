-- Some pools, in the order of their ids.
-- Caller: eventindex.Index.Next
-- Index: pools_pkey, pools_test
select
-- include: fragment/pool_index_columns.sql
from pools e
-- include: fragment/retested.sql
-- include: fragment/deciding_tests.sql
  and e.id = any(@ids::uuid[])
order by e.id
