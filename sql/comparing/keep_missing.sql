-- Of the missing records and sampling events leaves those that --replace-events removes: records without ids of the events that the file
-- states.
-- Caller: importing.fileImport.keepOtherEvents
-- Index: observations_pkey, absences_pkey
delete from import_missing m
where not exists (
    select from observations o
    join import_events e on e.data_source_key = o.data_source_key and e.event_id = o.event_id
    where o.id = m.id and o.occurrence_id is null
    union all
    select from absences o
    join import_events e on e.data_source_key = o.data_source_key and e.event_id = o.event_id
    where o.id = m.id and o.occurrence_id is null
)
