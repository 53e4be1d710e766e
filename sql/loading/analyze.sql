-- Statistics of the tables that a load writes anew.
-- Caller: catalog.load
analyze countries, country_pieces, taxa, taxon_names, translations
