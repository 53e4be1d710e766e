-- Where taxa were looked for and not found without a sampling event that says so.
-- Caller: analytics.Analytics.addAbsences
-- Index: absences_taxon, sampling_events_event
select ST_X(o.geom) as lon, ST_Y(o.geom) as lat, o.location_accuracy_m, o.country_id, o.last_day - date '1970-01-01' as last,
       count(*) as records
from absences o
where
-- include: fragment/filter.sql
  and not exists (select from sampling_events e where e.data_source_key = o.data_source_key and e.event_id = o.event_id)
group by 1, 2, 3, 4, 5
order by 1, 2, 3, 4, 5
