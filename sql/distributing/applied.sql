-- Notes that the distributed tables hold the changes that a snapshot saw.
-- Caller: distributing.closed
update distribution set held = @held::pg_snapshot, held_at = now()
