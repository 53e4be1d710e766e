-- Records that the file now calls absences. transfer.Importer
delete from observations o using import_rows r where o.id = r.id and r.absent
