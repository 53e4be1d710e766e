-- Takes the lock of a name for this session, if it is free, and says whether it was. PostgreSQL ends the session within seconds when its program was
-- killed, whatever it does.
-- Caller: postgres.Alone
select pg_try_advisory_lock(hashtextextended(@name::text, 0)) as taken from set_config('client_connection_check_interval', '2s', false)
