-- A client's geometry in the CRS of the database; long lines get vertices between, so that they stay where they are. Null for a
-- coordinate that has no place there.
-- Caller: crs.Register.Transform
select ST_AsBinary(moved, 'NDR')
from (
    select ST_Transform(case when extent > 0 then ST_Segmentize(shape, extent / 100) else shape end, 4326) as moved
    from (
        select ST_SetSRID(shape, @srid::int) as shape, greatest(ST_XMax(shape) - ST_XMin(shape), ST_YMax(shape) - ST_YMin(shape)) as extent
        from (select ST_GeomFromWKB(@shape::bytea) as shape) given
    ) placed
) done
where ST_XMin(moved) > '-Infinity' and ST_XMax(moved) < 'Infinity' and ST_YMin(moved) > '-Infinity' and ST_YMax(moved) < 'Infinity'
