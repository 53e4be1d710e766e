-- The key of pseudonyms.
-- Caller: importing.fileImport.store, pseudonyms.Pseudonyms.Of
select key from pseudonym_key
