-- As fix_months.sql, of a grain that derives from a finer one: @up levels above it, or without its months.
-- Caller: rollups.fixDays
-- Index: observation_rollups_pkey
with found as (
    select r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind, min(f.earliest) as earliest, max(f.latest) as latest
    from rollup_rows d
    join observation_rollups r using (grain, x, y, taxon_key, first_month, last_month, kind)
    join observation_rollups f on f.grain = @from::smallint and f.x between r.x << @up::int and (r.x << @up::int) + (1 << @up::int) - 1
        and f.y between r.y << @up::int and (r.y << @up::int) + (1 << @up::int) - 1 and f.taxon_key = r.taxon_key and f.kind = r.kind
        and (@ever::boolean or (f.first_month = r.first_month and f.last_month = r.last_month))
    where r.grain = @grain::smallint and (d.gone_earliest <= r.earliest or d.gone_latest >= r.latest)
    group by 1, 2, 3, 4, 5, 6, 7
)
update observation_rollups r set earliest = f.earliest, latest = f.latest
from found f
where (r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind) = (f.grain, f.x, f.y, f.taxon_key, f.first_month, f.last_month, f.kind)
