-- Whether there is an observation with an id, public or not.
-- Caller: observe.store.inEither
-- Index: observations_pkey, held_observations_id
select exists (select 1 from observations o where o.id = @id::uuid)
    or exists (select 1 from held_observations h where h.id = @id::uuid and h.removal is null)
