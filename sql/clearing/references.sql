-- Deletes the works that the catalog cited, before they are written anew.
-- Caller: catalog.load
delete from catalog_references
