-- Moves the places of pools to WGS 84 as transform.sql moves those of records.
-- Caller: importing.fileImport.transform
update import_pool_rows r set geom = places.moved
from (
    select geom, pg_temp.in_degrees(geom) as moved
    from (select distinct geom from import_pool_rows where ST_SRID(geom) <> 4326) written
) places
where ST_SRID(r.geom) <> 4326 and r.geom = places.geom and ST_SRID(r.geom) = ST_SRID(places.geom)
