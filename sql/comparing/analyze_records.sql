-- The planner knows nothing of a new temporary table; these are the columns that records are selected by.
-- Caller: importing.fileImport.compare
analyze import_records (id, batch, change, absent)
