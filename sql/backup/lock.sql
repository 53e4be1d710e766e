-- Whether this session is the one that makes a backup; the number is skeeter's own.
-- Caller: backup.Make
select pg_try_advisory_lock(7305804402)
