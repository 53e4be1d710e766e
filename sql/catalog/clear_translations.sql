-- Translations of the catalog, before they are written anew. catalog.Load
delete from translations where kind <> 'data_source'
