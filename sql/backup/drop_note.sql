-- Removes the note. backup.dropNote
drop schema if exists skeeter_backup cascade
