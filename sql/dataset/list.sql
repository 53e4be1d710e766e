-- What was imported, with the numbers of records and sampling events.
-- Caller: datasets.List
-- Index: observations_data_source, absences_data_source, sampling_events_event
select d.id, d.name, coalesce(d.licence, '') as licence, d.synthetic, d.imported_at,
       (select count(*) from observations o where o.data_source_key = d.key) as observations,
       (select count(*) from absences a where a.data_source_key = d.key) as absences,
       (select count(*) from sampling_events e where e.data_source_key = d.key) as events
from data_sources d
order by d.id
