-- Stores a taxon for each new name, in the spelling of its first row. A name that private data sources alone had is known here from now on.
-- Caller: importing.fileImport.locate
-- Index: taxon_names_pkey
with known as (
    update taxa t set private_to = case when private_here() is not null then t.private_to || private_here() end
    from taxon_names n
    where n.taxon_key = t.key and n.slug in (select slug from import_rows union select slug from import_pool_rows)
      and t.private_to is not null and not t.private_to @> coalesce(private_here(), '{-1}')
)
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
