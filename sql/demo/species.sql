-- The catalog's species by region.
-- Caller: demo.listDemoSpecies
select r.region_id, r.taxon_key, t.scientific_name
from species_regions r join species s on s.taxon_key = r.taxon_key and s.rank = 'species' join taxa t on t.key = r.taxon_key
order by r.region_id, t.scientific_name
