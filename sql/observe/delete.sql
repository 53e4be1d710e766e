-- Deletes an observation; what the API was sent under its id goes with it, and a picture that it cited may be deleted from now on.
-- observe.store. Primary key.
delete from observations o where o.id = @id::uuid
