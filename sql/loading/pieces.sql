-- The shapes in pieces, so that point in polygon reads a few hundred vertices. Pieces of 64 and of 256 vertices find points
-- equally fast; the smaller ones take three times as long to make.
-- Caller: catalog.load
insert into country_pieces (country_id, shape)
select id, ST_Subdivide(shape, 256) from countries
