-- Locks taxa whose name became a synonym. It waits for transactions that write their records, and later ones wait for it.
-- Caller: catalog.load
-- Index: taxon_names_pkey
select t.key
from taxa t
join taxon_names n on n.slug = t.id
where n.taxon_key <> t.key
order by t.key
for update of t
