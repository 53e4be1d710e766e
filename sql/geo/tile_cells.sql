-- Sums of what matches by cell of a window and taxon; a cell's number is the place shifted right. Used until the tile index is
-- loaded.
-- Caller: geo.sqlGrid.Cells
-- Index: observations_geom; a scan for the world
select (o.mercator_x::bigint + 2147483648) >> @shift::int as x, (o.mercator_y::bigint + 2147483648) >> @shift::int as y,
       o.taxon_key as taxon, count(*) as records, sum(o.count)::bigint as specimens,
       min(o.first_day) - date '1700-01-01' as first, (min(array[o.first_day, o.last_day]))[2] - date '1700-01-01' as first_until,
       max(o.last_day) - date '1700-01-01' as last, (max(array[o.last_day, o.first_day]))[2] - date '1700-01-01' as last_from,
       sum((o.mercator_x::bigint + 2147483648) & @mask::bigint)::bigint as sum_x,
       sum((o.mercator_y::bigint + 2147483648) & @mask::bigint)::bigint as sum_y, true as exact
from observations o
where
-- include: fragment/grid_window.sql
and
-- include: fragment/filter.sql
and (@predicate::boolean is null or @predicate::boolean)
group by 1, 2, 3
