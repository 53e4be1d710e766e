-- Looks in the table for the first and the last days of what is left where a record went that may have been the first or the last: of a grain of
-- months. @base is 32 without the level of its cells.
-- Caller: rollups.fixDays
-- Index: observation_rollups_pkey, observations_taxon
with doubtful as (
    select r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind, k.country_id, k.region_id, k.data_source_key, k.status, k.life_stage, k.sex,
           k.sampling_protocol, k.flags, k.uncertain
    from rollup_rows d
    join observation_rollups r using (grain, x, y, taxon_key, first_month, last_month, kind)
    join observation_rollup_kinds k on k.key = r.kind
    where grain = @grain::smallint and (d.gone_earliest <= r.earliest or d.gone_latest >= r.latest)
), found as (
    select d.grain, d.x, d.y, d.taxon_key, d.first_month, d.last_month, d.kind, min(o.earliest) as earliest, max(o.latest) as latest
    from doubtful d
    cross join lateral (
        select
-- include: fragment/rollup_columns.sql
               identification_qualifier is not null as uncertain
        from observations
        where taxon_key = d.taxon_key and observed_at >= d.first_month::timestamp at time zone 'UTC' - interval '14 hours'
          and observed_at < (d.first_month + interval '1 month') at time zone 'UTC' + interval '14 hours'
    ) o
    where o.first_month = d.first_month and o.last_month = d.last_month and o.country_id = d.country_id and o.region_id = d.region_id
      and o.data_source_key = d.data_source_key and o.status = d.status
      and case when @world::boolean
               then (o.life_stage, o.sex, o.sampling_protocol, o.flags, o.uncertain) = (d.life_stage, d.sex, d.sampling_protocol, d.flags, d.uncertain)
               else o.x >> @base::int = d.x and o.y >> @base::int = d.y end
    group by 1, 2, 3, 4, 5, 6, 7
)
update observation_rollups r set earliest = f.earliest, latest = f.latest
from found f
where (r.grain, r.x, r.y, r.taxon_key, r.first_month, r.last_month, r.kind) = (f.grain, f.x, f.y, f.taxon_key, f.first_month, f.last_month, f.kind)
