-- All observations as rows of the finest grains, as collect_changes.sql has the changes.
-- Caller: rollups.Rollups.build
-- Index: none, three scans of observations
with record as not materialized (
    select
-- include: fragment/rollup_columns.sql
           identification_qualifier is not null as uncertain
    from observations
)
insert into rollup_deltas
select @cells::smallint, x >> @base::int, y >> @base::int, taxon_key, '-infinity'::date, 'infinity'::date, country_id, region_id, data_source_key, status,
       '', '', '', 0, false, count(*), sum(specimens), sum(x & ((1::bigint << @base::int) - 1)), sum(y & ((1::bigint << @base::int) - 1)),
       min(earliest), max(latest), null::bigint, null::bigint
from record
group by 1, 2, 3, 4, 7, 8, 9, 10
union all
select @months::smallint, 0, 0, taxon_key, first_month, last_month, country_id, region_id, data_source_key, status, '', '', '', 0, false,
       count(*), sum(specimens), 0, 0, min(earliest), max(latest), null, null
from record
group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
union all
select @traits::smallint, 0, 0, taxon_key, '-infinity', 'infinity', country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, flags,
       uncertain, count(*), sum(specimens), 0, 0, min(earliest), max(latest), null, null
from record
group by 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15
