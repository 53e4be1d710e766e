-- Which species the catalog places in which region, without complexes and groups. A table of some hundred rows.
-- Caller: catalog.store.regionSpecies
select r.region_id::text as region_id, r.taxon_key
from species_regions r
join species s on s.taxon_key = r.taxon_key
where s.rank = 'species'
order by 1, 2
