-- The catch of all sampling events.
-- Caller: eventindex.Index.Load
-- Index: none, both tables
select
-- include: fragment/event_catch_columns.sql
from observations o
join sampling_events e on e.data_source_key = o.data_source_key and e.event_id = o.event_id
