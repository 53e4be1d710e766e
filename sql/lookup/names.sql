-- Every spelling that finds a taxon of taxa.sql.
-- Caller: postgres.Lookups.loadTaxa
-- Index: held_observations_taxon
select n.slug, n.taxon_key
from taxon_names n
join taxa t on t.key = n.taxon_key
where t.private_to is null or t.private_to && coalesce(private_here(), '{}')
   or t.private_to = '{}' and private_here() is null or exists (select from held_observations h where h.taxon_key = t.key and h.removal is null)
order by n.slug
