-- Absences under a name that is a synonym by now move to the accepted name; the name that they came with stays.
-- Caller: catalog.merge
-- Index: absences_taxon
update absences a
set taxon_key = n.taxon_key, verbatim_scientific_name = coalesce(a.verbatim_scientific_name, t.scientific_name), updated_at = now()
from taxa t
join taxon_names n on n.slug = t.id
where t.key = a.taxon_key and n.taxon_key <> t.key
