-- A new name, as a taxon of its own. One that private data sources alone had, or records that wait, is known here from now on, unless its record waits.
-- Caller: naming.Species.AddName
-- Index: taxa_id_key
with known as (
    update taxa t set private_to = case when private_here() is not null then t.private_to || private_here() end
    from taxon_names n
    where n.taxon_key = t.key and n.slug = @slug::text and t.private_to is not null and not t.private_to @> coalesce(private_here(), '{-1}')
      and (not @waits::boolean or private_here() is not null)
)
insert into taxa (id, scientific_name, genus, private_to)
values (@slug::text, @scientific_name::text, split_part(@scientific_name::text, ' ', 1),
    case when @waits::boolean then coalesce(private_here(), '{}') else private_here() end)
on conflict do nothing
