-- Deletes an observation; what the API was sent under its id goes with it, and a picture that it cited may be deleted from now on.
-- Caller: observe.store.remove
-- Index: observations_pkey
delete from observations o where o.id = @id::uuid
