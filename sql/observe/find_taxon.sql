-- The taxon of a name, its accepted name or a synonym: by the name as sent, else by its canonical spelling.
-- Caller: observe.store.findTaxon
-- Index: taxon_names_pkey
select t.key, t.id, t.scientific_name
from taxon_names n
join taxa t on t.key = n.taxon_key
where n.slug::text = any(array[@slug::text, @canonical_slug::text])
order by n.slug::text = @slug::text desc
limit 1
