-- Writes the statements that drop the indexes.
-- Caller: importing.fileImport.indexedAfter
select format('drop index %s.%I', schema, name) from import_indexes order by name
