-- The geometry @wkb with the polygons of a valid one: what crosses itself is repaired, and rounded to 7 decimals again, until rounding
-- breaks nothing. Texts are rounded as decimal numbers; ST_SnapToGrid gives multiples of 1e-7 that are no such numbers.
-- EPSG:6933 keeps the area of the ellipsoid, also around a pole, where geography has nothing inside of the antimeridian. Needs
-- `with recursive` before it.
snapped (n, geom) as (
    select 0, ST_GeomFromWKB(@wkb::bytea, 4326)
    union all
    select n + 1, ST_RemoveRepeatedPoints(ST_GeomFromText(ST_AsText(ST_CollectionExtract(ST_MakeValid(geom), 3), 7), 4326))
    from snapped
    where n < 20 and not ST_IsValid(geom)
),
repaired as (
    select ST_Multi(ST_Normalize(geom)) as geom, n > 0 as repaired from snapped order by n desc limit 1
),
area as (
    select geom, repaired, left(encode(sha256(ST_AsBinary(geom, 'NDR')), 'hex'), 32) as hash,
           ST_Area(ST_Transform(ST_Segmentize(geom, 1), 6933)) / 1e6 as area_km2, ST_NPoints(geom) as vertices
    from repaired
    where ST_Area(geom) > 0
)
