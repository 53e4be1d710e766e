-- Waits until no other process stores built-in areas, until the transaction ends.
-- Caller: areas.Keep
select pg_advisory_xact_lock(hashtextextended('skeeter areas', 0))
