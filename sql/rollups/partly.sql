-- As geo/partly.sql, from the rollups: the days from @from to @till are whole months.
-- Caller: counting.Counter.bySQL
-- Index: observation_rollups_pkey, observation_changes_xid
select coalesce(sum(o.records), 0)::bigint
-- include: fragment/rollup.sql
where (@from::date is null or o.last_month >= @from::date)
  and (@till::date is null or o.first_month <= @till::date)
  and ((@from::date is not null and o.first_month < @from::date)
       or (@till::date is not null and o.last_month > @till::date))
  and
-- include: fragment/filter_rollup.sql
