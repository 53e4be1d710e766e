-- Where the write-ahead log of the primary is: what is committed now is before it. 0 on a replica.
-- Caller: nodes.look
-- Index: none
select (case when pg_is_in_recovery() then 0 else pg_current_wal_insert_lsn() - '0/0' end)::bigint as position,
       (pg_control_system()).system_identifier as system, current_database()::text as database
