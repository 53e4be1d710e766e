-- Records by life stage, sex, sampling protocol, status and region; absent has a bit, in this order, for each that a row is not
-- about. Used until the tile index is loaded.
-- Caller: geo.Counter.Facets
-- Index: that of the filter
select grouping(lower(o.life_stage), lower(o.sex), lower(o.sampling_protocol), o.status, o.region_id) as absent,
       coalesce(lower(o.life_stage), lower(o.sex), lower(o.sampling_protocol), o.status, o.region_id::text, '') as word,
       count(*) as records
from observations o
where
-- include: fragment/filter.sql
group by grouping sets ((lower(o.life_stage)), (lower(o.sex)), (lower(o.sampling_protocol)), (o.status), (o.region_id))
