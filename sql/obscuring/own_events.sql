-- A row of a file of our own at the place that was drawn for its record says nothing new of the place: it gets the exact one, and what was withheld
-- with it.
-- Caller: importing.fileImport.reveal
-- Index: exact_places_pkey
update import_event_rows r
set geom = s.geom, accuracy_m = s.location_accuracy_m, remarks = coalesce(r.remarks, s.remarks), site_id = coalesce(r.site_id, s.site_id),
    metadata = (r.metadata - array['dataGeneralizations', 'informationWithheld']) || s.metadata
        || (s.shown - array(select jsonb_object_keys(s.shown - array['dataGeneralizations', 'informationWithheld'])))
from (
    select x.*, o.geom as drawn, o.metadata as shown from exact_places x join sampling_events o on o.id = x.id where x.entity = 'sampling_events'
) s
where r.id = s.id and ST_DWithin(r.geom, s.drawn, 0.000001)
