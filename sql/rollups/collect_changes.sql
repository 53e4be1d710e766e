-- The changes of the log that are not folded, as rows of the finest grains: of cells, and of the world by month and by traits. A change and its opposite leave nothing.
-- Caller: rollups.fold
-- Index: observation_changes_xid
with changed as (
    select
-- include: fragment/rollup_columns.sql
           uncertain, case when added then 1 else -1 end as sign
    from observation_changes
    where
-- include: fragment/unfolded.sql
), net as (
    select x >> @base::int as x, y >> @base::int as y, taxon_key, first_month, last_month, country_id, region_id, data_source_key, status,
           life_stage, sex, sampling_protocol, flags, uncertain, earliest, latest, sum(sign)::bigint as records, sum(sign * specimens)::bigint as specimens,
           sum(sign * (x & ((1::bigint << @base::int) - 1)))::bigint as sum_x, sum(sign * (y & ((1::bigint << @base::int) - 1)))::bigint as sum_y
    from changed
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
)
insert into rollup_deltas
select @cells::smallint, x, y, taxon_key, '-infinity'::date, 'infinity'::date, country_id, region_id, data_source_key, status, '', '', '', 0, false,
       sum(records), sum(specimens), sum(sum_x), sum(sum_y), min(earliest) filter (where records > 0), max(latest) filter (where records > 0),
       min(earliest) filter (where records < 0), max(latest) filter (where records < 0)
from net
where records <> 0 or specimens <> 0 or sum_x <> 0 or sum_y <> 0
group by 1, 2, 3, 4, 7, 8, 9, 10
union all
select @months::smallint, 0, 0, taxon_key, first_month, last_month, country_id, region_id, data_source_key, status, '', '', '', 0, false,
       sum(records), sum(specimens), 0, 0, min(earliest) filter (where records > 0), max(latest) filter (where records > 0),
       min(earliest) filter (where records < 0), max(latest) filter (where records < 0)
from net
where records <> 0 or specimens <> 0
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
union all
select @traits::smallint, 0, 0, taxon_key, '-infinity', 'infinity', country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags,
       uncertain, sum(records), sum(specimens), 0, 0, min(earliest) filter (where records > 0), max(latest) filter (where records > 0), null, null
from net
where records <> 0 or specimens <> 0
group by 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15
