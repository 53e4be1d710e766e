-- The rows that were rejected after all were read, in the order of the file.
-- Caller: importing.fileImport.rejectLate
select nth, reason from import_rejected order by nth
