-- Gives the change log an epoch when it has none: at first use, after a crash, a restore or the promotion of a replica, and in another cluster.
-- A replica waits for that of its primary. The commit waits for no synchronous replica, because reads wait for this: were the epoch lost in a
-- failover, the new primary would begin one anyway.
-- Caller: distributing.create, tileindex.Index.begin
-- Index: none, all rows of the log
select begin_log() from set_config('synchronous_commit', 'local', true)
