-- The stored records and sampling events of the file's data sources that the file does not have, how many of the records were reviewed,
-- and a hash of which they all are. What was made through the API has no source_hash; it is of no file.
-- Caller: importing.fileImport.findMissing
-- Index: observations_data_source, absences_data_source, sampling_events_event
select count(*) filter (where status is not null) as missing, count(*) filter (where status <> 'unverified') as reviewed,
       count(*) filter (where status is null) as events,
       to_hex(coalesce(bit_xor(hashtextextended(id::text, 0)), 0)) as missing_set
from (
    select id, status from observations
    where source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, status from absences
    where source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, null from sampling_events e
    where source_hash is not null and data_source_key = any(@keys::int[])
      and not exists (select from import_event_rows r where r.id = e.id)
) o
where not exists (select from import_rows r where r.id = o.id)
  and not exists (select from import_skipped k where k.id = o.id)
