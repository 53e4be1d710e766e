-- The shapes in pieces of few vertices, which point in polygon reads one at a time. Smaller ones than 256 vertices take
-- longer to make than all points of a large import save. catalog.Load
insert into country_pieces (country_id, shape)
select id, ST_Subdivide(shape, 256) from countries
