-- Deletes what a removal that was undone could not bring back.
-- Caller: datasets.restore
-- Index: held_observations_removal
delete from held_observations where removal = @removal::uuid
