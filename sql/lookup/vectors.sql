-- The taxa that carry each disease. postgres.Lookups.Refresh, at start and when the catalog changes.
select disease_id, taxon_key from disease_vectors order by disease_id, taxon_key
