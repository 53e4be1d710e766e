-- The key of pseudonyms.
-- Caller: importing.fileImport.store, pseudonyms.Pseudonyms.Key
select key from pseudonym_key
