-- Records that match by cell of a window. Used until the tile index is loaded.
-- Caller: geo.sqlGrid.Counts
-- Index: observations_geom; a scan for the world
select (o.mercator_x::bigint + 2147483648) >> @shift::int as x, (o.mercator_y::bigint + 2147483648) >> @shift::int as y,
       count(*) as records
from observations o
where
-- include: fragment/grid_window.sql
and
-- include: fragment/filter.sql
and (@predicate::boolean is null or @predicate::boolean)
group by 1, 2
