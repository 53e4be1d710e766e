-- Every taxon that the records here may have, with what lists and maps show of it.
-- Caller: postgres.Lookups.loadTaxa
select t.key, t.id, t.scientific_name, t.genus, t.in_catalog, coalesce(s.vector_status, 'Unknown') as vector_status
from taxa t
left join species s on s.taxon_key = t.key
where t.private_to is null or t.private_to && coalesce(private_here(), '{}')
order by t.key
