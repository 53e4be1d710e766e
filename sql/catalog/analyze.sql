-- What a load wrote anew as a whole. catalog.Load
analyze countries, country_pieces, taxa, taxon_names, translations
