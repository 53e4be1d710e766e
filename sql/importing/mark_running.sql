-- Tells, as long as the transaction lasts, that an import runs: running.sql counts these. Nobody takes it alone, so it never
-- waits. transfer.Importer
select pg_advisory_xact_lock_shared(hashtextextended('skeeter import', 0))
