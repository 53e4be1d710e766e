-- Stores a taxon for each new name, in the spelling of its first row.
-- Caller: importing.fileImport.locate
-- Index: taxon_names_pkey
insert into taxa (id, scientific_name, genus)
select distinct on (slug) slug, name, split_part(name, ' ', 1)
from (
    select slug, name, nth from import_rows
    union all
    select slug, name, nth from import_pool_rows
) r
where not exists (select from taxon_names n where n.slug = r.slug)
order by slug, nth
on conflict do nothing
