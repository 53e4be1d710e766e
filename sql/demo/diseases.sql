-- The diseases that the catalog lists species as vectors of, the main vectors first.
-- Caller: demo.demoPathogens
select taxon_key, disease_id::text as disease_id from disease_vectors where role <> 'laboratory_only' order by taxon_key, rank, disease_id
