-- The records and sampling events whose rows were rejected: the file has them, so they are not missing in it.
-- Caller: importing.fileImport.keepRejected
-- Index: none, a temporary table
insert into import_skipped (id) select unnest(@ids::uuid[])
