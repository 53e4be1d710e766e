-- Takes the lock of a session that partitions, if it is free, and says whether it was. PostgreSQL ends the session within seconds when its program
-- was killed, whatever it builds.
-- Caller: partitioning.lock
select pg_try_advisory_lock(hashtextextended('skeeter partition', 0)) as taken from set_config('client_connection_check_interval', '2s', false)
