-- Country shapes, mended where simplification made a ring touch itself. catalog.Load
with valid as materialized (
    select id, iso_a3, region_id, ST_Multi(ST_CollectionExtract(ST_MakeValid(ST_GeomFromEWKB(shape)), 3)) as shape
    from unnest(@ids::text[], @iso_a3s::text[], @regions::text[], @shapes::bytea[]) c (id, iso_a3, region_id, shape)
)
insert into countries (id, iso_a3, region_id, shape, centroid)
select id, iso_a3, nullif(region_id, ''), shape, ST_PointOnSurface(shape) from valid
on conflict (id) do update
set iso_a3 = excluded.iso_a3, region_id = excluded.region_id, shape = excluded.shape, centroid = excluded.centroid
