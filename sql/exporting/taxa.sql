-- Every taxon, as an export names it. Only the catalog says of which family it is.
-- Caller: exporting.readExportNames
-- Index: none, a scan
select t.key, t.scientific_name, coalesce(s.family, '') as family
from taxa t
left join species s on s.taxon_key = t.key
order by t.key
