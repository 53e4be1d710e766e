-- What complexes and groups of the catalog include.
-- Caller: postgres.Lookups.loadTaxa
select taxon_key, slug, name from species_members order by taxon_key, slug
