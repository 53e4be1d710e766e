-- Says anew why an observation that is not public is not.
-- Caller: observe.store.move
-- Index: held_observations_id
update held_observations
set publication = @publication::text, held_reason = @reason::text, held_since = now(),
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
where id = @id::uuid and removal is null
