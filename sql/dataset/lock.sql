-- Waits until no other import of the data source runs, until the transaction ends.
-- Caller: demo.changeSynthetic, importing.fileImport.lock
select pg_advisory_xact_lock(hashtextextended('skeeter data source ' || @id::text, 0))
