-- How many cells of each level of the grid have what matches, and the most records of one; the finest cell's number is the place shifted
-- right. Used until the tile index is loaded.
-- Caller: counting.Counter.Densities
-- Index: that of the filter
with finest as (
  select (o.mercator_x::bigint + 2147483648) >> @shift::int as x, (o.mercator_y::bigint + 2147483648) >> @shift::int as y, count(*) as records
  from observations o
  where
-- include: fragment/filter.sql
  group by 1, 2
)
select levels.level, count(cells.records) as cells, coalesce(max(cells.records), 0) as most
from generate_series(@first::int, @last::int) as levels(level)
left join lateral (
  select sum(records)::bigint as records from finest group by x >> (@last::int - levels.level), y >> (@last::int - levels.level)
) as cells on true
group by levels.level
order by levels.level
