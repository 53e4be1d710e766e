-- A page of sampling events from an offset, newest first. Names are joined to the page alone.
-- Caller: events.store.page
-- Index: sampling_events_time, observations_event; or that of the filter
select
-- include: fragment/event_columns.sql
from (
    select e.*
-- include: fragment/filtered_events.sql
    order by e.ended_at desc, e.id
    limit @limit::bigint offset @offset::bigint
) o
join data_sources d on d.key = o.data_source_key
order by o.ended_at desc, o.id
