-- Takes the lock of a session that makes or changes the distributed tables, if it is free, and says whether it was. PostgreSQL ends the session
-- within seconds when its program was killed.
-- Caller: distributing.locked
select pg_try_advisory_lock(hashtextextended('skeeter distribute', 0)) as taken from set_config('client_connection_check_interval', '2s', false)
