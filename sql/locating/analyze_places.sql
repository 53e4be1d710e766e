-- The planner knows nothing of a new temporary table.
-- Caller: transfer.importRun.locate
analyze import_places
