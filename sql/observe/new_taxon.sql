-- A new name, as a taxon of its own.
-- Caller: naming.Species.AddName
-- Index: taxa_id_key
insert into taxa (id, scientific_name, genus)
values (@slug::text, @scientific_name::text, split_part(@scientific_name::text, ' ', 1))
on conflict do nothing
