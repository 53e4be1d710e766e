-- The planner knows nothing of new temporary tables. It takes empty ones for large, and would read all stored records for a small file.
-- Caller: importing.fileImport.compare
analyze import_ranges, import_mismatches, import_shared, import_skipped, import_sources
