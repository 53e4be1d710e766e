-- What this transaction sees.
-- Caller: distributing.closed
select pg_current_snapshot()::text
