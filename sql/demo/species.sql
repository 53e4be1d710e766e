-- The taxa of species of the catalog by name, in the order of the names; null for a name that is none.
-- Caller: demo.listDemoSpecies
select s.taxon_key
from unnest(@names::text[]) with ordinality as asked (name, n)
left join taxa t on t.scientific_name = asked.name
left join species s on s.taxon_key = t.key and s.rank = 'species'
order by asked.n
