-- Takes the data source away from the observations that still have it.
-- Caller: datasets.removeSynthetic
-- Index: observations_data_source
update observations set data_source_key = null, updated_at = now() where data_source_key = @key
