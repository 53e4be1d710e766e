-- Photographs under a name that is a synonym by now move to the accepted name.
-- Caller: catalog.load
-- Index: species_images_taxon
update species_images i
set taxon_key = n.taxon_key
from taxa t
join taxon_names n on n.slug = t.id
where t.key = i.taxon_key and n.taxon_key <> t.key
