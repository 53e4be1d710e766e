-- As fix_months.sql, of the grain of the smallest cells. The table finds the records of a cell by its edges in degrees, a trifle wider; those at the
-- edge of the world have the places beyond it.
-- Caller: rollups.fixDays
-- Index: observation_rollups_pkey, observations_geom
with doubtful as (
    select r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind, k.country_id, k.region_id, k.data_source_key, k.status
    from rollup_rows d
    join observation_rollups r using (grain, x, y, taxon_key, first_month, last_month, kind)
    join observation_rollup_kinds k on k.key = r.kind
    where grain = @grain::smallint and (d.gone_earliest <= r.earliest or d.gone_latest >= r.latest)
), cells as (
    select *, 2 ^ (32 - @base::int) as side, 1e-6 as slack from doubtful
), edges as (
    select *, ST_MakeEnvelope(
               x / side * 360 - 180 - slack,
               case when y + 1 >= side then -90 else degrees(2 * atan(exp(pi() * (1 - 2 * (y + 1) / side)))) - 90 - slack end,
               (x + 1) / side * 360 - 180 + slack,
               case when y = 0 then 90 else degrees(2 * atan(exp(pi() * (1 - 2 * y / side)))) - 90 + slack end, 4326) as envelope
    from cells
), found as (
    select d.grain, d.x, d.y, d.taxon_key, d.first_month, d.last_month, d.kind, min(o.earliest) as earliest, max(o.latest) as latest
    from edges d
    cross join lateral (
        select
-- include: fragment/rollup_columns.sql
               identification_qualifier is not null as uncertain
        from observations
        where geom && d.envelope and taxon_key = d.taxon_key
    ) o
    where o.x >> @base::int = d.x and o.y >> @base::int = d.y and o.country_id = d.country_id and o.region_id = d.region_id
      and o.data_source_key = d.data_source_key and o.status = d.status
    group by 1, 2, 3, 4, 5, 6, 7
)
update observation_rollups r set earliest = f.earliest, latest = f.latest
from found f
where (r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind) = (f.grain, f.x, f.y, f.taxon_key, f.first_month, f.last_month, f.kind)
