-- Gives the lock of lock.sql back.
-- Caller: distributing.locked
select pg_advisory_unlock(hashtextextended('skeeter distribute', 0))
