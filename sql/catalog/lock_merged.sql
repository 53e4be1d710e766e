-- Locks taxa whose name became a synonym: waits for records of them that are being written, and new ones wait.
-- Caller: catalog.load
-- Index: taxon_names_pkey
select t.key
from taxa t
join taxon_names n on n.slug = t.id
where n.taxon_key <> t.key
order by t.key
for update of t
