-- Every spelling that finds a taxon. lookup.Refresh.
select slug, taxon_key from taxon_names order by slug
