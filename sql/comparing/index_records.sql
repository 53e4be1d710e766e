-- Records are stored by batch.
-- Caller: importing.fileImport.compare
create index on import_records (batch)
