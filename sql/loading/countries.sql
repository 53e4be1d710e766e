-- Country shapes, which are valid. The centroid is a point on land.
-- Caller: catalog.load
insert into countries (id, iso_a3, region_id, shape, centroid)
select id, iso_a3, nullif(region_id, ''), shape::geometry, point::geometry
from unnest(@country_ids::text[], @country_iso_a3s::text[], @country_regions::text[], @country_shapes::text[], @country_points::text[])
    c (id, iso_a3, region_id, shape, point)
on conflict (id) do update
set iso_a3 = excluded.iso_a3, region_id = excluded.region_id, shape = excluded.shape, centroid = excluded.centroid
