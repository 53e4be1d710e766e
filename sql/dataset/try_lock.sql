-- Takes the lock of lock.sql if it is free, and says whether it was.
-- Caller: importing.fileImport.lock
select pg_try_advisory_xact_lock(hashtextextended('skeeter data source ' || @id::text, 0)) as taken
