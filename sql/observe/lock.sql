-- Holds one observation for a change. observe.store. Primary key.
select o.id from observations o where o.id = @id::uuid for update
