-- Records are stored by batch.
-- Caller: transfer.importRun.compare
create index on import_records (batch)
