-- Deletes records that the file now calls absences.
-- Caller: importing.fileImport.merge
-- Index: observations_pkey
delete from observations o using import_records r where o.id = r.id and r.absent and r.change = 'new'
