-- Gives records that did not change what is read from their rows today and was not by older rules. What the metadata held of it
-- moves to its column.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
update observations o
set
-- include: fragment/completed_fields.sql
from import_records r
where o.id = r.id and r.batch = @batch::int and not r.absent and r.change = 'completed'
