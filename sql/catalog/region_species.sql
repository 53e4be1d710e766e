-- Which species the catalog places in which region. catalog.store, a table of some hundred rows.
select region_id::text as region_id, taxon_key from species_regions order by 1, 2
