-- How many tests of pools match.
-- Caller: pools.store.count
-- Index: that of the filter; else a scan
select count(*)
-- include: fragment/filtered_pools.sql
