-- As geo/count_by_status.sql, from the rollups.
-- Caller: counting.Counter.bySQL
-- Index: observation_rollups_pkey, observation_changes_xid
select o.data_source_key, o.status, o.taxon_key, sum(o.records)::bigint as records
-- include: fragment/rollup.sql
group by 1, 2, 3
having sum(o.records) > 0
order by 1, 2, 3
