-- Records by year, those whose days all lie in one. geo.Counter, while the tile index is not there.
select extract(year from o.observed_at at time zone 'UTC')::int as year, count(*) as records
from observations o
where date_trunc('year', o.observed_at at time zone 'UTC') = date_trunc('year', o.last_day::timestamp)
  and
-- include: fragment/filter.sql
group by 1
order by 1
