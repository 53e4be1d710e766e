-- Sums of what matches by cell of a window and taxon; a cell's number is the place shifted right. Used until the tile index is
-- loaded. The days of a record are one number, as in cells.sql; days count from 1700, 36,525 days after 1600.
-- Caller: geo.sqlGrid.Cells
-- Index: observations_geom; a scan for the world
select x, y, taxon, records, specimens, ((first >> 32) - 36525)::int as first, ((first & 4294967295) - 36525)::int as first_until,
       ((last >> 32) - 36525)::int as last, ((last & 4294967295) - 36525)::int as last_from, sum_x, sum_y, true as exact
from (
    select (o.mercator_x::bigint + 2147483648) >> @shift::int as x, (o.mercator_y::bigint + 2147483648) >> @shift::int as y,
           o.taxon_key as taxon, count(*) as records, sum(o.count)::bigint as specimens,
           min((o.first_day - date '1600-01-01')::bigint << 32 | (o.last_day - date '1600-01-01')) as first,
           max((o.last_day - date '1600-01-01')::bigint << 32 | (o.first_day - date '1600-01-01')) as last,
           sum((o.mercator_x::bigint + 2147483648) & @mask::bigint)::bigint as sum_x,
           sum((o.mercator_y::bigint + 2147483648) & @mask::bigint)::bigint as sum_y
    from observations o
    where
-- include: fragment/grid_window.sql
    and
-- include: fragment/filter.sql
    and (@predicate::boolean is null or @predicate::boolean)
    group by 1, 2, 3
) cells
