-- Pools under a name that is a synonym by now move to the accepted name; the name that they came with stays.
-- Caller: catalog.merge
-- Index: pools_taxon
update pools p
set taxon_key = n.taxon_key, verbatim_scientific_name = coalesce(p.verbatim_scientific_name, t.scientific_name), updated_at = now()
from taxa t
join taxon_names n on n.slug = t.id
where t.key = p.taxon_key and n.taxon_key <> t.key
