-- Deletes translations of the catalog, before they are written anew.
-- Caller: catalog.load
delete from translations where kind <> 'data_source'
