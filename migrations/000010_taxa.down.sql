drop table catalog_version, translations, disease_vectors, disease_regions, diseases, species_regions, species, taxon_names, taxa;
