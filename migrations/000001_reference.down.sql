drop table catalog_version, translations, data_sources, disease_vectors, disease_regions, diseases,
    species_regions, species, country_pieces, countries, regions, taxon_names, taxa;
drop function notify_lookups;
drop domain slug;
-- PostGIS stays: other schemas of the database may use it.
