-- The planner knows nothing of a new temporary table.
-- Caller: transfer.importRun.merge
analyze import_places
