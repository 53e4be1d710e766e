-- The taxa that carry each disease.
-- Caller: postgres.Lookups.loadTaxa
select disease_id, taxon_key from disease_vectors order by disease_id, taxon_key
