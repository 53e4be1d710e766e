-- As geo/months.sql, from the rollups.
-- Caller: counting.Counter.bySQL
-- Index: observation_rollups_pkey, observation_changes_xid
select to_char(o.first_month, 'YYYY-MM') as month, sum(o.records)::bigint as records
-- include: fragment/rollup.sql
where o.first_month = o.last_month
  and
-- include: fragment/filter_rollup.sql
group by 1
having sum(o.records) > 0
order by 1
