-- Every taxon that the records here may have, with what lists and maps show of it. Those that wait are the names that only records have, or had, which
-- are not public: nobody but reviewers may know them.
-- Caller: postgres.Lookups.loadTaxa
-- Index: held_observations_taxon
select t.key, t.id, t.scientific_name, t.genus, t.in_catalog, coalesce(s.vector_status, 'Unknown') as vector_status,
    not (t.private_to is null or t.private_to && coalesce(private_here(), '{}')) as waits
from taxa t
left join species s on s.taxon_key = t.key
where t.private_to is null or t.private_to && coalesce(private_here(), '{}')
   or t.private_to = '{}' and private_here() is null or exists (select from held_observations h where h.taxon_key = t.key and h.removal is null)
order by t.key
