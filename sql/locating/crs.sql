-- The reference systems that places are written in and PostGIS does not know, with the first line of each.
-- Caller: importing.fileImport.transform
-- Index: spatial_ref_sys_pkey
select ST_SRID(geom) as srid, min(line) as line, count(*) as places
from (select geom, line from import_rows union all select geom, line from import_event_rows where alone
      union all select geom, line from import_pool_rows where alone) r
where ST_SRID(geom) <> 4326 and not exists (select from spatial_ref_sys s where s.srid = ST_SRID(r.geom))
group by 1
order by 1
