-- The planner knows nothing of a new temporary table.
-- Caller: importing.fileImport.locate
analyze import_places
