-- Every spelling that finds a taxon.
-- Caller: postgres.Lookups.loadTaxa
select slug, taxon_key from taxon_names order by slug
