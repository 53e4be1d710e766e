-- As geo/count.sql, from the rollups.
-- Caller: counting.Counter.bySQL
-- Index: observation_rollups_pkey, observation_changes_xid
select coalesce(sum(o.records), 0)::bigint
-- include: fragment/rollup.sql
where
-- include: fragment/filter_rollup.sql
