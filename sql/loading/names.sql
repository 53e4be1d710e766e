-- Every spelling of the catalog's species; a spelling that a record brought as a name of its own now means the species.
-- Caller: catalog.load
insert into taxon_names (slug, name, taxon_key, accepted)
select n.slug, n.name, t.key, n.accepted
from jsonb_to_recordset(@names::jsonb) n (slug text, name text, species text, accepted boolean)
join taxa t on t.id = n.species
on conflict (slug) do update set name = excluded.name, taxon_key = excluded.taxon_key, accepted = excluded.accepted
