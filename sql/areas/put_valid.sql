-- Stores the areas of a set whose geometry is valid, and returns the ids of the others. An id that another set has is left to it.
-- Caller: areas.BuiltIn.store
with sent as materialized (
    select s.id, s.name, s.geom, ST_IsValid(s.geom) as valid
    from (select id, name, ST_GeomFromWKB(wkb, 4326) as geom from unnest(@ids::text[], @names::text[], @wkbs::bytea[]) as s (id, name, wkb)) s
), put as (
    insert into areas (id, set, name, geom, area_km2, vertices)
    select id, @set::text, name, ST_Multi(ST_Normalize(geom)), ST_Area(ST_Transform(ST_Segmentize(geom, 1), 6933)) / 1e6, ST_NPoints(geom)
    from sent
    where valid
    on conflict (id) do update
    set name = excluded.name, geom = excluded.geom, area_km2 = excluded.area_km2, vertices = excluded.vertices, repaired = false
    where areas.set = excluded.set and (areas.name, areas.geom) is distinct from (excluded.name, excluded.geom)
)
select id from sent where not valid order by id
