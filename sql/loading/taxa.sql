-- The catalog's names; a name that records brought before keeps its key.
-- Caller: catalog.load
-- Index: taxa_id_key
insert into taxa (id, scientific_name, genus, in_catalog)
select id, scientific_name, genus, true
from jsonb_to_recordset(@species::jsonb) s (id text, scientific_name text, genus text)
on conflict (id) do update
set scientific_name = excluded.scientific_name, genus = excluded.genus, in_catalog = true, private_to = null
