-- Polygons in the units of a tile, cut at its buffer, with whole numbers as coordinates: valid, exterior rings with a positive area where y goes
-- south, as Mapbox Vector Tile 2.1 has them. A corner is rounded by itself, so that neighbours still meet; what that makes invalid is mended.
-- Caller: tiles.areas.cut
select id, ST_AsBinary(ST_ForcePolygonCCW(shape), 'NDR') as shape
from (
    select id, case when ST_IsValid(rounded) then rounded
                    else ST_ReducePrecision(ST_CollectionExtract(ST_MakeValid(part), 3), 1) end as shape
    from (
        select id, part, ST_SnapToGrid(part, 1) as rounded
        from (
            select id, ST_ClipByBox2D(ST_GeomFromWKB(shape), ST_MakeBox2D(ST_MakePoint(@low::int, @low::int), ST_MakePoint(@high::int, @high::int))) as part
            from unnest(@ids::text[], @shapes::bytea[]) given (id, shape)
        ) parts
    ) both_ways
) shapes
where not ST_IsEmpty(shape)
order by id
