-- The planner takes a data source that its statistics do not know for empty, and would compare the next file with its events one by one.
-- Caller: importing.fileImport.mergeEvents
analyze sampling_events (id, data_source_key, event_id)
