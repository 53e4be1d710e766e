-- The planner knows nothing of a new temporary table; these are the columns that rows are compared by.
-- Caller: importing.fileImport.makeIDsUnique
analyze import_rows (id, slug, geom, source, occurrence_id), import_sources
