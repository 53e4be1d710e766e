-- Records under a name that is a synonym by now move to the accepted name; the name that they came with stays. The trigger
-- logs the change for the tile index.
-- Caller: catalog.load, catalog.merge
-- Index: observations_taxon
update observations o
set taxon_key = n.taxon_key, verbatim_scientific_name = coalesce(o.verbatim_scientific_name, t.scientific_name), updated_at = now()
from taxa t
join taxon_names n on n.slug = t.id
where t.key = o.taxon_key and n.taxon_key <> t.key
