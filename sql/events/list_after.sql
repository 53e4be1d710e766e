-- The page of sampling events after a position, newest first: the rest of the position's instant and what is older are two parts, so
-- that each starts at its place in an index. An equality with an array of one item keeps the rest of the instant in index order.
-- Caller: events.store.page
-- Index: sampling_events_time, observations_event; or that of the filter
select
-- include: fragment/event_columns.sql
from (
    (select * from sampling_events o
     where o.ended_at = any(array[@at::timestamptz]) and o.id > @id::uuid
       and
-- include: fragment/filter_events.sql
     order by o.ended_at desc, o.id
     limit @limit::bigint)
    union all
    (select * from sampling_events o
     where o.ended_at < @at::timestamptz
       and
-- include: fragment/filter_events.sql
     order by o.ended_at desc, o.id
     limit @limit::bigint)
    order by ended_at desc, id
    limit @limit::bigint
) o
join data_sources d on d.key = o.data_source_key
order by o.ended_at desc, o.id
