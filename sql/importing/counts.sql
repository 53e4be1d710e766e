-- How many rows of the file are absences, new, unchanged and changed.
-- Caller: transfer.importRun.merge
-- Index: observations_pkey
select count(*) filter (where r.absent) as absences,
       count(*) filter (where not r.absent and o.id is null) as inserted,
       count(*) filter (where not r.absent and o.source_hash = r.source_hash) as unchanged,
       count(*) filter (where not r.absent and o.id is not null and o.source_hash is distinct from r.source_hash) as updated
from import_rows r
left join observations o on o.id = r.id
