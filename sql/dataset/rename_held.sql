-- Gives the observations of a removal the data source that took the place of theirs.
-- Caller: datasets.Restore
-- Index: held_observations_removal
update held_observations set data_source_key = @key::int where removal = @removal::uuid
