-- The data sources that have a valid event without a record: no problem, and not known to be incomplete.
-- Caller: eventindex.matching
-- Index: sampling_events_event, observations_event
select d.key
from data_sources d
where exists (
    select from sampling_events e
    where e.data_source_key = d.key and not e.problem and e.complete is not false
      and not exists (select from observations o where o.data_source_key = e.data_source_key and o.event_id = e.event_id)
)
order by d.key
