-- All pools, in the order of the copy in memory. Those with several tests are found at once; retested.sql asks for each.
-- Caller: eventindex.Index.Load
-- Index: pools_test
select
-- include: fragment/pool_index_columns.sql
from pools e
left join (
    select data_source_key, pool_id, pathogen from pools group by 1, 2, 3 having count(*) > 1
) several on several.data_source_key = e.data_source_key and several.pool_id = e.pool_id and several.pathogen = e.pathogen
cross join lateral (select several.pool_id is not null as retested) again
-- include: fragment/deciding_tests.sql
order by e.id
