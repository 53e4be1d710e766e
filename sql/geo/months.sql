-- Records by month, those whose days all lie in one. Used until the tile index is loaded.
-- Caller: geo.Counter.statsFromSQL
-- Index: that of the filter
select to_char(o.observed_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as records
from observations o
where date_trunc('month', o.observed_at at time zone 'UTC') = date_trunc('month', o.last_day::timestamp)
  and
-- include: fragment/filter.sql
group by 1
order by 1
