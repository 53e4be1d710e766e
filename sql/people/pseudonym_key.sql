-- The key of pseudonyms.
-- Caller: pseudonyms.Pseudonyms.Of
select key from pseudonym_key
