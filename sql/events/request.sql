-- The hash of the request that created a sampling event; no row for an event of a file.
-- Caller: events.New
-- Index: event_requests_pkey
select hash from event_requests where id = @id::uuid
