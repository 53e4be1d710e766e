-- How many records of the file's data sources were stored without an id of their own, and how many of them the file does not have while a
-- new row has their place, date and name. Where the file states sampling events, corrected_events.sql looks for their records.
-- Caller: importing.fileImport.resembling
-- Index: observations_data_source, absences_data_source
select count(*) as stored,
       count(*) filter (where not exists (select from import_rows r where r.id = o.id)
           and (geom, observed_at, taxon_key) in (select geom, observed_at, taxon_key from import_records where change = 'new')) as resembling
from (
    select id, geom, observed_at, taxon_key from observations
    where source_hash is not null and occurrence_id is null and data_source_key = any(@keys::int[]) and (event_id is null or not @of_events::boolean)
    union all
    select id, geom, observed_at, taxon_key from absences
    where source_hash is not null and occurrence_id is null and data_source_key = any(@keys::int[]) and (event_id is null or not @of_events::boolean)
) o
