-- The stored records and sampling events of the file's data sources that the file does not have; an event has no status. What was made
-- through the API has no source_hash; it is of no file. An aggregate, because the planner takes a data source that its statistics do not
-- know for empty, and would compare its records with the rows one by one.
-- Caller: importing.fileImport.findMissing
-- Index: observations_data_source, absences_data_source, sampling_events_event
create temporary table import_missing on commit drop as
select id, max(status) as status
from (
    select id, status, false as of_file from observations
    where source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, status, false from absences
    where source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, null, false from sampling_events
    where source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, null, true from import_rows
    union all
    select id, null, true from import_event_rows
    union all
    select id, null, true from import_skipped
) said
group by id
having not bool_or(of_file)
