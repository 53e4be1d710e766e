-- Deletes the sampling events that missing.sql found. It asks by the primary key and not by the data source, which the planner takes for empty
-- where its statistics do not know it: it would then compare its rows with those of the file one by one.
-- Caller: importing.fileImport.removeMissing
-- Index: sampling_events_pkey
delete from sampling_events o using import_missing m where m.id = o.id and m.status is null and not m.pool
