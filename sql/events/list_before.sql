-- The page of sampling events before a position, oldest first: list_after.sql with the indexes read backwards.
-- Caller: events.store.page
-- Index: sampling_events_time, observations_event; or that of the filter
select
-- include: fragment/event_columns.sql
from (
    (select * from sampling_events o
     where o.ended_at = any(array[@at::timestamptz]) and o.id < @id::uuid
       and
-- include: fragment/filter_events.sql
     order by o.ended_at, o.id desc
     limit @limit::bigint)
    union all
    (select * from sampling_events o
     where o.ended_at > @at::timestamptz
       and
-- include: fragment/filter_events.sql
     order by o.ended_at, o.id desc
     limit @limit::bigint)
    order by ended_at, id desc
    limit @limit::bigint
) o
join data_sources d on d.key = o.data_source_key
order by o.ended_at, o.id desc
