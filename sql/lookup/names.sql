-- Every spelling that finds a taxon. postgres.Lookups.Refresh.
select slug, taxon_key from taxon_names order by slug
