-- The geometry @wkb with the polygons of a valid one: each ring that crosses itself is made valid, holes are taken from the shell of their
-- polygon, and polygons are united. The result is rounded to 7 decimals again, until rounding breaks nothing. Texts are rounded as decimal
-- numbers; ST_SnapToGrid gives multiples of 1e-7 that are no such numbers. Vertices on a straight edge are left out, unless that moves
-- the border. EPSG:6933 keeps the area of the ellipsoid, also around a pole, where geography has nothing inside of the antimeridian.
-- Needs `with recursive` before it.
snapped (n, geom) as (
    select 0, ST_GeomFromWKB(@wkb::bytea, 4326)
    union all
    select n + 1, (
        select ST_RemoveRepeatedPoints(ST_GeomFromText(ST_AsText(ST_CollectionExtract(ST_Union(part), 3), 7), 4326))
        from (
            -- ST_MakeValid of the whole polygon would make an area of a hole that lies outside of its shell.
            select case when hole is null then shell else ST_Difference(shell, hole) end as part
            from (
                select ST_CollectionExtract(ST_MakeValid(ST_MakePolygon(ST_ExteriorRing(p.geom))), 3) as shell,
                       (select ST_Union(ST_CollectionExtract(ST_MakeValid(r.geom), 3)) from ST_DumpRings(p.geom) r where r.path[1] > 0) as hole
                from ST_Dump(s.geom) p
            ) rings
        ) parts
    )
    from snapped s
    where n < 20 and not ST_IsValid(geom)
),
repaired as (
    select ST_Normalize(geom) as geom, n > 0 as repaired from snapped order by n desc limit 1
),
-- 1e-300 square degrees: ST_SimplifyVW with 0 leaves out nothing.
plain as (
    select case when ST_IsValid(less) and ST_Covers(less, ST_Points(geom)) then ST_Multi(ST_Normalize(less)) else ST_Multi(geom) end as geom, repaired
    from (select geom, repaired, ST_SimplifyVW(geom, 1e-300) as less from repaired) r
),
area as (
    select geom, repaired, left(encode(sha256(ST_AsBinary(geom, 'NDR')), 'hex'), 32) as hash,
           ST_Area(ST_Transform(ST_Segmentize(geom, 1), 6933)) / 1e6 as area_km2, ST_NPoints(geom) as vertices
    from plain
    where ST_Area(geom) > 0
)
