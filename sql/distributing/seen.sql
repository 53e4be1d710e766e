-- What this transaction sees.
-- Caller: distributing.advance, distributing.advanceClosed
select pg_current_snapshot()::text
