-- The page of sampling events after a position, newest first: the rest of the position's instant and what is older are two parts, so
-- that each starts at its place in an index. An equality with an array of one item keeps the rest of the instant in index order.
-- Caller: events.store.page
-- Index: sampling_events_time, observations_event; or that of the filter
select
-- include: fragment/event_columns.sql
from (
    (select e.*
-- include: fragment/filtered_events.sql
       and e.ended_at = any(array[@at::timestamptz]) and e.id > @id::uuid
     order by e.ended_at desc, e.id
     limit @limit::bigint)
    union all
    (select e.*
-- include: fragment/filtered_events.sql
       and e.ended_at < @at::timestamptz
     order by e.ended_at desc, e.id
     limit @limit::bigint)
    order by ended_at desc, id
    limit @limit::bigint
) o
join data_sources d on d.key = o.data_source_key
order by o.ended_at desc, o.id
