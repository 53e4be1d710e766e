-- Deletes the observations of a data source.
-- Caller: datasets.removeByKey
-- Index: observations_data_source
delete from observations where data_source_key = @key
