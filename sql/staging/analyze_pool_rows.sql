-- The planner knows nothing of a new temporary table.
-- Caller: importing.fileImport.loadPools
analyze import_pool_rows (nth, id, source, event_id, geom)
