-- The catch of some sampling events. The data source is compared so that no index serves it: before the first analyze of a bulk write PostgreSQL would
-- read all records of the source for each event.
-- Caller: eventindex.Index.Next
-- Index: sampling_events_pkey, observations_event
select
-- include: fragment/event_catch_columns.sql
from sampling_events e
join observations o on o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true
where e.id = any(@ids::uuid[])
