-- The planner knows nothing of a new temporary table; these columns are those that rows are compared by.
analyze import_rows (id, slug)
