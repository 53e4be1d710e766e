-- The planner knows nothing of a new temporary table; these are the columns that records are selected by.
-- Caller: transfer.importRun.compare
analyze import_records (id, batch, change, absent)
