-- What a node of the database is: whether it is a replica, the cluster and the database that it is one of, and how far it has replayed the
-- write-ahead log.
-- Caller: nodes.Replayed, nodes.replica.ask
-- Index: none
select pg_is_in_recovery() as replica, (pg_control_system()).system_identifier as system, current_database()::text as database,
       coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::bigint as replayed
