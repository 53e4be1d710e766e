-- Gives the lock of lock.sql back.
-- Caller: postgres.Alone
select pg_advisory_unlock(hashtextextended(@name::text, 0))
