-- What is not public, under a name that is a synonym by now, moves to the accepted name; the name that it came with stays.
-- Caller: catalog.merge
-- Index: held_observations_taxon, held_absences_taxon, held_pools_taxon
with renamed as (
    select t.key, t.scientific_name, n.taxon_key from taxa t join taxon_names n on n.slug = t.id where n.taxon_key <> t.key
), absences as (
    update held_absences o set taxon_key = r.taxon_key, verbatim_scientific_name = coalesce(o.verbatim_scientific_name, r.scientific_name)
    from renamed r where r.key = o.taxon_key
), pools as (
    update held_pools o set taxon_key = r.taxon_key, verbatim_scientific_name = coalesce(o.verbatim_scientific_name, r.scientific_name)
    from renamed r where r.key = o.taxon_key
)
update held_observations o
set taxon_key = r.taxon_key, verbatim_scientific_name = coalesce(o.verbatim_scientific_name, r.scientific_name), updated_at = now()
from renamed r
where r.key = o.taxon_key
