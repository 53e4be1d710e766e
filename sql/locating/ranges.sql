-- The flag of every taxon in every region of the file, one row each.
-- Caller: importing.fileImport.locate
-- Index: taxon_names_pkey
create temporary table import_ranges on commit drop as
select taxon_key, region_id, range_flag(taxon_key, region_id::text) as flags
from (
    select distinct n.taxon_key, p.region_id
    from import_rows r
    join taxon_names n on n.slug = r.slug
    join import_places p on p.geom = r.geom
    where p.region_id is not null
) found
