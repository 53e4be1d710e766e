-- One sampling event with its exact place.
-- Caller: events.New
-- Index: sampling_events_pkey, observations_event
select
-- include: fragment/event_columns.sql
from exact_sampling_events o
join data_sources d on d.key = o.data_source_key
where o.id = @id::uuid
