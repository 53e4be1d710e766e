-- The planner knows nothing of a new temporary table; these are the columns that pools are selected and joined by.
-- Caller: importing.fileImport.comparePools
analyze import_pools (id, batch, change, data_source_key, event_id)
