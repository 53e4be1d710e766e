-- The shapes in pieces, so that point in polygon reads a few hundred vertices.
-- Caller: catalog.load
insert into country_pieces (country_id, shape)
select country_id, shape::geometry from unnest(@piece_countries::text[], @piece_shapes::text[]) p (country_id, shape)
