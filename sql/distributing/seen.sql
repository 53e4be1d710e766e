-- What this transaction sees.
-- Caller: distributing.closed, distributing.swing
select pg_current_snapshot()::text
