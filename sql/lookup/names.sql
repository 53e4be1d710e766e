-- Every spelling that finds a taxon of taxa.sql.
-- Caller: postgres.Lookups.loadTaxa
select n.slug, n.taxon_key
from taxon_names n
join taxa t on t.key = n.taxon_key
where t.private_to is null or t.private_to && coalesce(private_here(), '{}')
order by n.slug
