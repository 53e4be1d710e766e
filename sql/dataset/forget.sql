-- Deletes what a removal took, so that it cannot be undone.
-- Caller: datasets.forget
-- Index: held_absences_pkey, held_events_pkey, held_pools_pkey, held_observations_removal
with observations as (
    delete from held_observations where removal = @removal::uuid
), absences as (
    delete from held_absences where removal = @removal::uuid
), events as (
    delete from held_events where removal = @removal::uuid
), pools as (
    delete from held_pools where removal = @removal::uuid
)
delete from removals where id = @removal::uuid
