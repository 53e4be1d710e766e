-- Deletes the pools of a data source.
-- Caller: datasets.removeByKey
-- Index: pools_test
delete from pools where data_source_key = @key
