-- Records by year, those whose days all lie in one. Used until the tile index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select extract(year from o.first_day)::int as year, count(*) as records
from observations o
where date_trunc('year', o.first_day::timestamp) = date_trunc('year', o.last_day::timestamp)
  and
-- include: fragment/filter.sql
group by 1
order by 1
