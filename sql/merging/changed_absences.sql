-- Changes the absences of a batch of which the file says otherwise. They keep their status.
-- Caller: importing.fileImport.mergeRecords
-- Index: absences_pkey
update absences o
set
-- include: fragment/changed_fields.sql
from import_records r
where o.id = r.id and r.batch = @batch::int and r.absent and r.change = 'changed'
