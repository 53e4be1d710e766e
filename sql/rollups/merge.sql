-- Adds rows to the rollups. Of days it knows those that came: fix_*.sql look for those of records that went.
-- Caller: rollups.merge
-- Index: observation_rollups_pkey
insert into observation_rollups as r (grain, x, y, taxon_key, first_month, last_month, kind, records, specimens, sum_x, sum_y, earliest, latest)
select grain, x, y, taxon_key, first_month, last_month, kind, records, specimens, sum_x, sum_y,
       coalesce(earliest, gone_earliest, 9223372036854775807), coalesce(latest, gone_latest, 0)
from rollup_rows
on conflict (grain, x, y, taxon_key, first_month, last_month, kind) do update
set records = r.records + excluded.records, specimens = r.specimens + excluded.specimens, sum_x = r.sum_x + excluded.sum_x,
    sum_y = r.sum_y + excluded.sum_y, earliest = least(r.earliest, excluded.earliest), latest = greatest(r.latest, excluded.latest)
