-- Deletes a data source whose records are gone.
-- Caller: datasets.removeByKey
-- Index: data_sources_pkey
delete from data_sources where key = @key
