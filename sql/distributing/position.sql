-- A place in the write-ahead log: what was committed before the call is before it.
-- Caller: nodes.Written
-- Index: none
select (pg_current_wal_insert_lsn() - '0/0')::bigint as position
