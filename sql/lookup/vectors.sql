-- The taxa that carry each disease, without those that did so in the laboratory alone.
-- Caller: postgres.Lookups.loadTaxa
select disease_id, taxon_key from disease_vectors where role <> 'laboratory_only' order by disease_id, taxon_key
