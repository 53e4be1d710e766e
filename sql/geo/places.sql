-- Records by their place, accuracy, country and days. Used until the tile index is loaded.
-- Caller: counting.Counter.Places
-- Index: that of the filter
select ST_X(o.geom) as lon, ST_Y(o.geom) as lat, o.location_accuracy_m, o.country_id, o.first_day - date '1970-01-01' as first,
       o.last_day - date '1970-01-01' as last, count(*) as records
from observations o
where
-- include: fragment/filter.sql
group by 1, 2, 3, 4, 5, 6
order by 1, 2, 3, 4, 5, 6
