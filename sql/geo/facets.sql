-- Records by life stage, sex, sampling protocol, status, region, flags and doubt. grouping has a bit for each of them, in this order: 0
-- for the one that a row counts. Records of one kind are counted first: grouping sets of few rows take less time. Used until the tile index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select grouping(life_stage, sex, sampling_protocol, status, region_id, flags, uncertain) as grouping,
       coalesce(life_stage, sex, sampling_protocol, status, region_id,
                case uncertain when true then 'uncertain' when false then 'certain' end, '') as value,
       coalesce(flags, 0) as flags, sum(records)::bigint as records
from (
    select lower(o.life_stage) as life_stage, lower(o.sex) as sex, lower(o.sampling_protocol) as sampling_protocol, o.status,
           o.region_id::text as region_id, o.flags, o.identification_qualifier is not null as uncertain, count(*) as records
    from observations o
    where
-- include: fragment/filter.sql
    group by 1, 2, 3, 4, 5, 6, 7
) kinds
group by grouping sets ((life_stage), (sex), (sampling_protocol), (status), (region_id), (flags), (uncertain))
