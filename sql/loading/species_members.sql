-- What complexes and groups include.
-- Caller: catalog.load
insert into species_members (taxon_key, slug, name)
select t.key, m.slug, m.name
from jsonb_to_recordset(@members::jsonb) m ("group" text, slug text, name text)
join taxa t on t.id = m."group"
