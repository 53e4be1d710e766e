-- The data sources whose sampling events caught something of a sex and a life stage.
-- Caller: eventindex.matching
-- Index: observations_event, sampling_events_event
select d.key
from data_sources d
where exists (
    select from observations o
    where o.data_source_key = d.key and o.event_id is not null
      and (@sexes::text[] is null or lower(o.sex) = any(@sexes::text[]))
      and (@life_stages::text[] is null or lower(o.life_stage) = any(@life_stages::text[]))
      and exists (select from sampling_events e where e.data_source_key = o.data_source_key and e.event_id = o.event_id)
)
order by d.key
