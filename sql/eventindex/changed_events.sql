-- Some sampling events, in the order of their ids.
-- Caller: eventindex.Index.Next
-- Index: sampling_events_pkey
select
-- include: fragment/event_index_columns.sql
from sampling_events e
where e.id = any(@ids::uuid[])
order by e.id
