-- All sampling events, in the order of the copy in memory.
-- Caller: eventindex.Index.Load
-- Index: none, the whole table
select
-- include: fragment/event_index_columns.sql
from sampling_events e
order by e.id
