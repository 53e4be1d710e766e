-- Removes the note of a backup.
-- Caller: backup.dropNote
drop schema if exists skeeter_backup cascade
