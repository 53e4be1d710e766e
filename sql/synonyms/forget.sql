-- Deletes taxa whose name became a synonym of another.
-- Caller: catalog.load
-- Index: taxon_names_pkey
delete from taxa t
using taxon_names n
where n.slug = t.id and n.taxon_key <> t.key and not t.in_catalog
