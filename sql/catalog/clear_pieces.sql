-- The pieces of the last shapes. catalog.Load
delete from country_pieces
