-- Whether this transaction is the one that counts; false while another server does. Its commit waits for no synchronous replica: reads wait for it, and
-- counts that a failover loses are made again.
-- Caller: gis.count
select pg_try_advisory_xact_lock(hashtextextended('skeeter gis', 0)) from set_config('synchronous_commit', 'local', true)
