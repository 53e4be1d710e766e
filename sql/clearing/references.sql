-- Deletes the works that links of species and disease cited, before they are written anew.
-- Caller: catalog.load
delete from catalog_references
