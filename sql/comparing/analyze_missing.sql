-- The planner knows nothing of a new temporary table; what is missing is removed by the id.
-- Caller: importing.fileImport.findMissing
analyze import_missing
