-- The planner knows nothing of a new temporary table.
-- Caller: importing.fileImport.mergeStated
analyze import_event_rows (id, source, event_id, geom)
