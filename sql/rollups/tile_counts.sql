-- As geo/tile_counts.sql, from the rollups. @up is how many levels the cells are above those of the grain.
-- Caller: geo.rollupGrid.Counts
-- Index: observation_rollups_pkey, observation_changes_xid
select o.x >> @up::int as x, o.y >> @up::int as y, sum(o.records)::bigint as records
-- include: fragment/rollup.sql
where o.x between @first_x::int and @last_x::int and o.y between @first_y::int and @last_y::int
and
-- include: fragment/filter_rollup.sql
group by 1, 2
having sum(o.records) > 0
