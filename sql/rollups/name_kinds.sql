-- Gives the rows that are about to be added the keys of their kinds.
-- Caller: rollups.merge
create temporary table rollup_rows on commit drop as
select d.grain, d.x::smallint, d.y::smallint, d.taxon_key, d.first_month, d.last_month, k.key as kind, d.records, d.specimens, d.sum_x, d.sum_y,
       d.earliest, d.latest, d.gone_earliest, d.gone_latest
from rollup_deltas d
join observation_rollup_kinds k using (country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags, uncertain)
order by 1, 2, 3, 4, 5, 6, 7
