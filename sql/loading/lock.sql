-- Waits until no other process loads the catalog, until the transaction ends.
-- Caller: catalog.Load
select pg_advisory_xact_lock(hashtextextended('skeeter catalog', 0))
