-- Locks one sampling event for a change.
-- Caller: events.New
-- Index: sampling_events_pkey
select o.id from sampling_events o where o.id = @id::uuid for update
