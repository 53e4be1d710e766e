-- Deletes the pieces of the last shapes.
-- Caller: catalog.load
delete from country_pieces
