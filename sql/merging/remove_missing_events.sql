-- Deletes the sampling events of the file's data sources that the file does not have; not those that were made through the API.
-- Caller: importing.fileImport.removeMissing
-- Index: sampling_events_event
delete from sampling_events o
where o.source_hash is not null
  and o.data_source_key = any(@keys::int[])
  and not exists (select from import_event_rows r where r.id = o.id)
  and not exists (select from import_skipped k where k.id = o.id)
