-- Country shapes, mended where quantization made a ring touch itself: first each polygon alone, which takes half the
-- time, then the few shapes whose polygons overlap. The centroid is a point on land.
-- Caller: catalog.load
with collected as materialized (
    select id, iso_a3, region_id,
           (select ST_Collect(mended.geom)
            from ST_Dump(ST_GeomFromGeoJSON(shape)) part
            cross join ST_Dump(case when ST_IsValid(part.geom) then part.geom
                                    else ST_CollectionExtract(ST_MakeValid(part.geom), 3) end) mended) as shape
    from unnest(@country_ids::text[], @country_iso_a3s::text[], @country_regions::text[], @country_shapes::text[])
        c (id, iso_a3, region_id, shape)
), valid as materialized (
    select id, iso_a3, region_id,
           ST_Multi(case when ST_IsValid(shape) then shape else ST_CollectionExtract(ST_MakeValid(shape), 3) end) as shape
    from collected
)
insert into countries (id, iso_a3, region_id, shape, centroid)
select id, iso_a3, nullif(region_id, ''), shape, ST_PointOnSurface(shape) from valid
on conflict (id) do update
set iso_a3 = excluded.iso_a3, region_id = excluded.region_id, shape = excluded.shape, centroid = excluded.centroid
