-- Takes the lock of a session that partitions, if it is free, and says whether it was.
-- Caller: partitioning.Run
select pg_try_advisory_lock(hashtextextended('skeeter partition', 0)) as taken
