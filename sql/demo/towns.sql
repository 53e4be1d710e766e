-- Places on land, some in every country, the same on every run; larger countries get more.
-- Caller: demo.newDemoWorld
select c.id as country_id, coalesce(c.region_id, '') as region_id, ST_X(p.geom) as lon, ST_Y(p.geom) as lat
from countries c
cross join lateral ST_Dump(ST_GeneratePoints(c.shape, greatest(1, least(40, sqrt(ST_Area(c.shape)) * 1.5))::int, 20)) p
where c.region_id is not null and abs(ST_Y(p.geom)) < 66
order by c.id, p.path
