-- The planner knows nothing of a new temporary table.
-- Caller: observe.importRun.merge
analyze import_places
