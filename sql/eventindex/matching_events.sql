-- The sampling events that the Filter selects by place, days and sampling.
-- Caller: eventindex.matching
-- Index: sampling_events_geom, sampling_events_time, sampling_events_country, sampling_events_event; none without a condition
select
-- include: fragment/event_index_columns.sql
from (
    select * from sampling_events o
    where
-- include: fragment/filter_sampling.sql
) e
order by e.id
