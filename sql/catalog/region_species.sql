-- Which species the catalog places in which region. A table of some hundred rows.
-- Caller: catalog.store.regionSpecies
select region_id::text as region_id, taxon_key from species_regions order by 1, 2
