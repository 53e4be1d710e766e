-- Locks one observation that is not public for a change.
-- Caller: observe.Observe.read, observe.Observe.repeated, observe.store.find, observe.store.lock
-- Index: held_observations_id
select o.id from held_observations o where o.id = @id::uuid and o.removal is null for update
