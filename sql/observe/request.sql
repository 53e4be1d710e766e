-- Whether an id is taken, and what the API was first sent under it: null for a record that was imported.
-- Caller: observe.store.request
-- Index: observations_pkey, observation_requests_pkey
select r.hash from observations o left join observation_requests r on r.id = o.id where o.id = @id::uuid
