-- What was imported, with the numbers of records, sampling events and pools.
-- Caller: datasets.List
-- Index: observations_data_source, absences_data_source, sampling_events_event, pools_test
select d.id, d.name, coalesce(d.licence, '') as licence, d.synthetic, d.imported_at,
       (select count(*) from observations o where o.data_source_key = d.key) as observations,
       (select count(*) from absences a where a.data_source_key = d.key) as absences,
       (select count(*) from sampling_events e where e.data_source_key = d.key) as events,
       (select count(*) from pools p where p.data_source_key = d.key) as pools
from data_sources d
order by d.id
