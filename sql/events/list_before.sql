-- The page of sampling events before a position, oldest first: list_after.sql with the indexes read backwards.
-- Caller: events.store.page
-- Index: sampling_events_time, observations_event; or that of the filter
select
-- include: fragment/event_columns.sql
from (
    (select e.*
-- include: fragment/filtered_events.sql
       and e.ended_at = any(array[@at::timestamptz]) and e.id < @id::uuid
     order by e.ended_at, e.id desc
     limit @limit::bigint)
    union all
    (select e.*
-- include: fragment/filtered_events.sql
       and e.ended_at > @at::timestamptz
     order by e.ended_at, e.id desc
     limit @limit::bigint)
    order by ended_at, id desc
    limit @limit::bigint
) o
join data_sources d on d.key = o.data_source_key
order by o.ended_at, o.id desc
