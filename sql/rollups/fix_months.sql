-- Looks in the table for the first and the last days of what is left where a record went that may have been the first or the last: of the grain of the
-- world by month.
-- Caller: rollups.fixDays
-- Index: observation_rollups_pkey, observations_taxon
with found as (
    select r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind, min(o.earliest) as earliest, max(o.latest) as latest
    from rollup_rows d
    join observation_rollups r using (grain, x, y, taxon_key, first_month, last_month, kind)
    join observation_rollup_kinds k on k.key = r.kind
    cross join lateral (
        select
-- include: fragment/rollup_columns.sql
               identification_qualifier is not null as uncertain
        from observations
        where taxon_key = r.taxon_key and observed_at >= r.first_month::timestamp at time zone 'UTC' - interval '14 hours'
          and observed_at < (r.first_month + interval '1 month') at time zone 'UTC' + interval '14 hours'
    ) o
    where grain = @grain::smallint and (d.gone_earliest <= r.earliest or d.gone_latest >= r.latest)
      and o.first_month = r.first_month and o.last_month = r.last_month and o.country_id = k.country_id and o.region_id = k.region_id
      and o.data_source_key = k.data_source_key and o.status = k.status
    group by 1, 2, 3, 4, 5, 6, 7
)
update observation_rollups r set earliest = f.earliest, latest = f.latest
from found f
where (r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind) = (f.grain, f.x, f.y, f.taxon_key, f.first_month, f.last_month, f.kind)
