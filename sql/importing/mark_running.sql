-- Marks an import as running until the transaction ends: running.sql counts these locks. Nobody takes the lock alone, so it never
-- waits. One into a private data source is not counted.
-- Caller: importing.fileImport.inTransaction
select pg_advisory_xact_lock_shared(hashtextextended('skeeter import', 0)) where private_here() is null
