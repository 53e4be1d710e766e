-- Deletes accepted names and synonyms of the catalog's species, before they are written anew.
-- Caller: catalog.load
delete from taxon_names n using taxa t where t.key = n.taxon_key and (t.in_catalog or not n.accepted)
