-- What a session does first: it makes PostGIS allocate the memory that its handler of cancelled queries writes to. Otherwise the
-- handler would allocate it, perhaps in the middle of another allocation, which kills PostgreSQL (PostGIS 3.3, thread-local storage
-- of its polygon clipper).
-- Caller: postgres.beginSession
select ST_AsMVTGeom('SRID=3857;POLYGON((-1 -1,-1 2,2 2,2 -1,-1 -1))'::geometry, 'BOX(0 0,1 1)'::box2d) is null
