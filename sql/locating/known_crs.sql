-- Whether PostGIS knows a reference system.
-- Caller: importing.fileImport.checkCRS
-- Index: spatial_ref_sys_pkey
select exists (select from spatial_ref_sys where srid = @srid::int)
