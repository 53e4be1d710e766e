-- As geo/years.sql, from the rollups.
-- Caller: counting.Counter.bySQL
-- Index: observation_rollups_pkey, observation_changes_xid
select extract(year from o.first_month)::int as year, sum(o.records)::bigint as records
-- include: fragment/rollup.sql
where extract(year from o.first_month) = extract(year from o.last_month)
  and
-- include: fragment/filter_rollup.sql
group by 1
having sum(o.records) > 0
order by 1
