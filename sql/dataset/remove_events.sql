-- Deletes the sampling events of a data source.
-- Caller: datasets.removeByKey
-- Index: sampling_events_event
delete from sampling_events where data_source_key = @key
