-- Waits until no import of the data source of a removal runs, until the transaction ends. It returns the data source; no row without a removal.
-- Caller: datasets.lockRemoval
select data_source, pg_advisory_xact_lock(hashtextextended('skeeter data source ' || data_source, 0))::text as locked from removals where id = @id::uuid
