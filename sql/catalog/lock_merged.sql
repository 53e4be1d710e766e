-- Names that became synonyms take no more records: waits for those that are being written. catalog.Load, index taxon_names_pkey
select t.key
from taxa t
join taxon_names n on n.slug = t.id
where n.taxon_key <> t.key
order by t.key
for update of t
