-- The catch of the sampling events that the Filter selects, as far as its other conditions, but those on names, select it. Without a
-- condition on sex or life stage males and young stages are left out where that is asked.
-- Caller: eventindex.matching
-- Index: those of matching_events.sql, observations_event
select
-- include: fragment/event_catch_columns.sql
from (
    select * from sampling_events o
    where (@start_at::timestamptz is null or o.ended_at >= @start_at::timestamptz)
      and (@end_at::timestamptz is null or o.ended_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
) e
join observations o on o.data_source_key = e.data_source_key and o.event_id = e.event_id
where
-- include: fragment/filter_catch.sql
and (@females::boolean is null or o.sex is null or lower(o.sex) = 'female')
and (@adults::boolean is null or o.life_stage is null or lower(o.life_stage) = 'adult')
