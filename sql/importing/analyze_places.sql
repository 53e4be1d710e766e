-- The planner knows nothing of a new temporary table.
analyze import_places
