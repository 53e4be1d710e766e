-- Every spelling that finds a taxon.
-- Caller: lookup.Snapshot.loadTaxa
select slug, taxon_key from taxon_names order by slug
