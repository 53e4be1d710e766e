-- The pools tested for a pathogen that the Filter selects.
-- Caller: eventindex.MatchingPools
-- Index: pools_pathogen, or that of the filter; pools_test
select
-- include: fragment/pool_index_columns.sql
from (
    select * from pools o
    where lower(o.pathogen) = @pathogen::text and
-- include: fragment/filter_pool.sql
) e
-- include: fragment/retested.sql
-- include: fragment/deciding_tests.sql
order by e.id
