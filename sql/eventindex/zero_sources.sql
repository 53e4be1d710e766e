-- The data sources that have an event without a record which is shown by default.
-- Caller: eventindex.matching
-- Index: sampling_events_event, observations_event
select d.key
from data_sources d
where exists (
    select from sampling_events e
    where e.data_source_key = d.key
      and not exists (
          select from observations o
          where o.data_source_key = e.data_source_key and o.event_id = e.event_id and o.status <> 'rejected')
)
order by d.key
