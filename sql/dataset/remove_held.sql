-- Lets the observations of a data source that were not public go with it.
-- Caller: datasets.removeByKey
-- Index: none, a scan
update held_observations set removal = @removal::uuid where data_source_key = @key::int and removal is null
