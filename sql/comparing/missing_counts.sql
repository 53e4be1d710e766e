-- How many records, sampling events and pools are missing in the file, how many of the records were reviewed, and a hash of which they all are.
-- Caller: importing.fileImport.findMissing
-- Index: none, a temporary table
select count(*) filter (where status is not null) as missing, count(*) filter (where status <> 'unverified') as reviewed,
       count(*) filter (where status is null and not pool) as events, count(*) filter (where pool) as pools,
       to_hex(coalesce(bit_xor(hashtextextended(id::text, 0)), 0)) as missing_set
from import_missing
