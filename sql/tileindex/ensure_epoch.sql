-- Gives the change log an epoch when it has none: at first use, after a crash, a restore or the promotion of a replica, and in another cluster.
-- A replica waits for that of its primary.
-- Caller: distributing.create, tileindex.Index.begin
-- Index: none, all rows of the log
select begin_log()
