-- Locks one observation for a change.
-- Caller: observe.Observe.get, observe.store.find, observe.store.lock, observe.store.read, observe.viewer.view
-- Index: observations_pkey
select o.id from observations o where o.id = @id::uuid for update
