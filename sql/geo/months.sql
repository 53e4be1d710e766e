-- Records by month, those whose days all lie in one. Used until the tile index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select to_char(o.first_day, 'YYYY-MM') as month, count(*) as records
from observations o
where date_trunc('month', o.first_day::timestamp) = date_trunc('month', o.last_day::timestamp)
  and
-- include: fragment/filter.sql
group by 1
order by 1
