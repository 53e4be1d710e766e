-- How many tests of pools match.
-- Caller: pools.store.count
-- Index: that of the filter; else a scan
select count(*)
from pools o
where
-- include: fragment/filter_pool.sql
  and (@pathogens::text[] is null or lower(o.pathogen) = any(@pathogens::text[]))
  and (@results::text[] is null or o.result = any(@results::text[]))
