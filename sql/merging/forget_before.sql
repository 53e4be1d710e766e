-- Makes room for what the records of the next batch say.
-- Caller: importing.fileImport.mergeRecords
drop table import_before
