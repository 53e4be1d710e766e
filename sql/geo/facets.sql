-- Records by life stage, sex, sampling protocol, status, region, flags and doubt. grouping has a bit for each of them, in this order: 0
-- for the one that a row counts. Used until the tile index is loaded.
-- Caller: counting.Counter.bySQL
-- Index: that of the filter
select grouping(lower(o.life_stage), lower(o.sex), lower(o.sampling_protocol), o.status, o.region_id, o.flags,
                o.identification_qualifier is not null) as grouping,
       coalesce(lower(o.life_stage), lower(o.sex), lower(o.sampling_protocol), o.status, o.region_id::text,
                case o.identification_qualifier is not null when true then 'uncertain' when false then 'certain' end, '') as value,
       coalesce(o.flags, 0) as flags, count(*) as records
from observations o
where
-- include: fragment/filter.sql
group by grouping sets ((lower(o.life_stage)), (lower(o.sex)), (lower(o.sampling_protocol)), (o.status), (o.region_id), (o.flags),
                        (o.identification_qualifier is not null))
