-- The taxa that slugs spell, by their accepted names or synonyms.
-- Caller: naming.find
-- Index: taxon_names_pkey
select n.slug, t.key, t.id, t.scientific_name
from taxon_names n
join taxa t on t.key = n.taxon_key
where n.slug::text = any(@slugs::text[])
