-- Names that became synonyms are no taxa of their own any more. catalog.Load
delete from taxa t
using taxon_names n
where n.slug = t.id and n.taxon_key <> t.key and not t.in_catalog
