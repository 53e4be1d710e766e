-- Waits until no other import of the data source runs, until the transaction ends.
-- Caller: transfer.changeSynthetic, transfer.importRun.lock
select pg_advisory_xact_lock(hashtextextended('skeeter data source ' || @id::text, 0))
