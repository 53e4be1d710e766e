-- catalog.Load
delete from country_pieces
