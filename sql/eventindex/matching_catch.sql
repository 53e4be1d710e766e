-- The catch of the sampling events that the Filter selects, and whether its other conditions, but those on names, let a record count.
-- The data source is compared as in changed_catch.sql.
-- Caller: eventindex.matching
-- Index: those of matching_events.sql, observations_event
select
-- include: fragment/event_catch_columns.sql
       , (
-- include: fragment/filter_catch.sql
       ) as counts
from (
    select * from sampling_events o
    where
-- include: fragment/filter_sampling.sql
) e
join observations o on o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true
