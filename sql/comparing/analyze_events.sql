-- The planner knows nothing of a new temporary table; these are the columns that events are selected and joined by.
-- Caller: importing.fileImport.compareEvents
analyze import_events (id, batch, change, data_source_key, event_id)
