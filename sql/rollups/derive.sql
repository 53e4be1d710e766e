-- The rows of a coarser grain from those of a finer one: cells that are @up levels above, or without months. @base is 32 without the level of the
-- finer cells.
-- Caller: rollups.merge
insert into rollup_deltas
select @grain::smallint, x >> @up::int, y >> @up::int, taxon_key,
       case when @ever::boolean then '-infinity' else first_month end, case when @ever::boolean then 'infinity' else last_month end,
       country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags, uncertain, sum(records), sum(specimens),
       sum(case when @up::int = 0 then sum_x else sum_x + records * ((x & ((1::bigint << @up::int) - 1)) << @base::int) end),
       sum(case when @up::int = 0 then sum_y else sum_y + records * ((y & ((1::bigint << @up::int) - 1)) << @base::int) end),
       min(earliest), max(latest), min(gone_earliest), max(gone_latest)
from rollup_deltas
where grain = @from::smallint
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
