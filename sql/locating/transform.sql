-- Moves the places of another reference system to WGS 84, each place once.
-- Caller: importing.fileImport.transform
update import_rows r set geom = places.moved
from (
    select geom, pg_temp.in_degrees(geom) as moved
    from (select distinct geom from import_rows where ST_SRID(geom) <> 4326) written
) places
where ST_SRID(r.geom) <> 4326 and r.geom = places.geom and ST_SRID(r.geom) = ST_SRID(places.geom)
