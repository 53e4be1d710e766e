-- The taxa that carry each disease.
-- Caller: lookup.Snapshot.loadVectors
select disease_id, taxon_key from disease_vectors order by disease_id, taxon_key
