-- The areas of all sets, with their boxes.
-- Caller: search.store.areas
-- Index: none, a scan of areas
select id, set, coalesce(name, id) as name, area_km2, ST_XMin(geom) as west, ST_YMin(geom) as south, ST_XMax(geom) as east, ST_YMax(geom) as north
from areas
where set is not null
order by set, id
