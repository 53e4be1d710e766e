-- The stored records, sampling events and pools of the file's data sources that the file does not have; events and pools have no status.
-- What was made through the API has no source_hash; it is of no file. A file without pools says nothing of those that are stored, and a file
-- of pools alone nothing of records and events. An aggregate, because the planner takes a data source that its statistics do not know for
-- empty, and would compare its records with the rows one by one.
-- Caller: importing.fileImport.findMissing
-- Index: observations_data_source, absences_data_source, sampling_events_event, pools_test
create temporary table import_missing on commit drop as
select id, max(status) as status, bool_or(pool) as pool
from (
    select id, status, false as of_file, false as pool from observations
    where @of_records::boolean and source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, status, false, false from absences
    where @of_records::boolean and source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, null, false, false from sampling_events
    where @of_records::boolean and source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, null, false, true from pools
    where @of_pools::boolean and source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, null, true, false from import_rows
    union all
    select id, null, true, false from import_event_rows
    union all
    select id, null, true, true from import_pool_rows
    union all
    select id, null, true, false from import_skipped
) said
group by id
having not bool_or(of_file)
