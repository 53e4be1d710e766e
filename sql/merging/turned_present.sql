-- Deletes absences that the file now calls records.
-- Caller: importing.fileImport.merge
-- Index: absences_pkey
delete from absences a using import_records r where a.id = r.id and not r.absent and r.change = 'new'
