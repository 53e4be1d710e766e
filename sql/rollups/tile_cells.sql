-- As geo/tile_cells.sql, from the rollups. @up is how many levels the cells are above those of the grain.
-- Caller: geo.rollupGrid.Cells
-- Index: observation_rollups_pkey, observation_changes_xid
select x, y, taxon, records, specimens, (earliest >> 32)::int - days as first, (earliest & 4294967295)::int - days as first_until,
       (latest >> 32)::int - days as last, (latest & 4294967295)::int - days as last_from, sum_x, sum_y, exact
from (
    select o.x >> @up::int as x, o.y >> @up::int as y, o.taxon_key as taxon, sum(o.records)::bigint as records, sum(o.specimens)::bigint as specimens,
           min(o.earliest) as earliest, max(o.latest) as latest, date '1700-01-01' - date '1600-01-01' as days,
           sum(o.sum_x + o.records * ((o.x & ((1::bigint << @up::int) - 1)) << @base::int))::bigint as sum_x,
           sum(o.sum_y + o.records * ((o.y & ((1::bigint << @up::int) - 1)) << @base::int))::bigint as sum_y,
-- include: fragment/rollup_days.sql
-- include: fragment/rollup.sql
    where o.x between @first_x::int and @last_x::int and o.y between @first_y::int and @last_y::int
    and
-- include: fragment/filter_rollup.sql
    group by 1, 2, 3
    having sum(o.records) > 0
) sums
