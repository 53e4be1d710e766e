-- Deletes an observation and the stored request of its id. The picture that it cited may be deleted from now on.
-- Caller: observe.store.remove
-- Index: observations_pkey
delete from observations o where o.id = @id::uuid
