-- Deletes the pools that missing.sql found. It asks by the primary key, as remove_missing_events.sql does.
-- Caller: importing.fileImport.removeMissing
-- Index: pools_pkey
delete from pools o using import_missing m where m.id = o.id and m.pool
