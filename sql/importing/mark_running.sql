-- Marks an import as running until the transaction ends: running.sql counts these locks. Nobody takes the lock alone, so it never
-- waits.
-- Caller: importing.fileImport.inTransaction
select pg_advisory_xact_lock_shared(hashtextextended('skeeter import', 0))
