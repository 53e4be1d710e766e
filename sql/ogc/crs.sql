-- The definition of a coordinate reference system that PostGIS can transform to. crs.Register. Primary key of spatial_ref_sys.
select srtext from spatial_ref_sys where srid = @code::int and auth_name = 'EPSG' and auth_srid = @code::int
