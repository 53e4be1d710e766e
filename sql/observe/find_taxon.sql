-- The taxa that slugs spell, by their accepted names or synonyms: those that the session may know, or all.
-- Caller: naming.find
-- Index: taxon_names_pkey
select n.slug, t.key, t.id, t.scientific_name
from taxon_names n
join taxa t on t.key = n.taxon_key
where n.slug::text = any(@slugs::text[])
  and (@all::boolean or t.private_to is null or t.private_to && coalesce(private_here(), '{}'))
