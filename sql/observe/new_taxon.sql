-- A name that nobody had, as a taxon of its own. observe.store.
insert into taxa (id, scientific_name, genus)
values (@slug::text, @scientific_name::text, split_part(@scientific_name::text, ' ', 1))
on conflict do nothing
