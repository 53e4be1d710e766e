-- Deletes a sampling event. Its records stay, with its event_id.
-- Caller: events.New
-- Index: sampling_events_pkey
delete from sampling_events o where o.id = @id::uuid
