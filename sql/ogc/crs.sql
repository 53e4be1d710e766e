-- The definition of a coordinate reference system that PostGIS can transform to.
-- Caller: crs.Register.definition
-- Index: spatial_ref_sys_pkey
select srtext from spatial_ref_sys where srid = @code::int and auth_name = 'EPSG' and auth_srid = @code::int
