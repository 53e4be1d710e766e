-- Absences that the file now calls records. transfer.Importer
delete from absences a using import_rows r where a.id = r.id and not r.absent
