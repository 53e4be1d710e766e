-- Stores the hash of the request that created a sampling event.
-- Caller: events.New
-- Index: event_requests_pkey
insert into event_requests (id, hash) values (@id::uuid, @hash::bytea)
on conflict (id) do update set hash = excluded.hash
