-- The stored records of the file's data sources that the file does not have, how many of them were reviewed, and a hash of which they are.
-- Records that were made through the API have no source_hash; they are of no file.
-- Caller: importing.fileImport.findMissing
-- Index: observations_data_source, absences_data_source
select count(*) as missing, count(*) filter (where status <> 'unverified') as reviewed,
       to_hex(coalesce(bit_xor(hashtextextended(id::text, 0)), 0)) as missing_set
from (
    select id, status from observations
    where source_hash is not null and data_source_key = any(@keys::int[])
    union all
    select id, status from absences
    where source_hash is not null and data_source_key = any(@keys::int[])
) o
where not exists (select from import_rows r where r.id = o.id)
  and not exists (select from import_skipped k where k.id = o.id)
