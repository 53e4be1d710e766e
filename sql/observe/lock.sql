-- Locks one observation for a change.
-- Caller: observe.store.find, observe.store.lock
-- Index: observations_pkey
select o.id from observations o where o.id = @id::uuid for update
