-- What a session does first: PostGIS touches the memory of its own that its handler of cancelled queries writes to. Else the handler
-- would be the first, and would allocate it in the middle of another allocation, which kills PostgreSQL (PostGIS 3.3, in
-- thread-local storage of its clipper of polygons).
-- Caller: postgres.beginSession
select ST_AsMVTGeom('SRID=3857;POLYGON((-1 -1,-1 2,2 2,2 -1,-1 -1))'::geometry, 'BOX(0 0,1 1)'::box2d) is null
