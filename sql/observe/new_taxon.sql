-- A new name, as a taxon of its own. One that private data sources alone had is known here from now on.
-- Caller: naming.Species.AddName
-- Index: taxa_id_key
with known as (
    update taxa t set private_to = case when private_here() is not null then t.private_to || private_here() end
    from taxon_names n
    where n.taxon_key = t.key and n.slug = @slug::text and t.private_to is not null and not t.private_to @> coalesce(private_here(), '{-1}')
)
insert into taxa (id, scientific_name, genus)
values (@slug::text, @scientific_name::text, split_part(@scientific_name::text, ' ', 1))
on conflict do nothing
