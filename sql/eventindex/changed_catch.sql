-- The catch of some sampling events.
-- Caller: eventindex.Index.Next
-- Index: sampling_events_pkey, observations_event
select
-- include: fragment/event_catch_columns.sql
from sampling_events e
join observations o on o.data_source_key = e.data_source_key and o.event_id = e.event_id
where e.id = any(@ids::uuid[])
