-- Gives the lock of lock.sql back.
-- Caller: partitioning.Run
select pg_advisory_unlock(hashtextextended('skeeter partition', 0))
