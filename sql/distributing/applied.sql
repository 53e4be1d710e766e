-- Notes that the distributed tables hold the changes that a snapshot saw.
-- Caller: distributing.advanceClosed
update distribution set held = @held::pg_snapshot, held_at = now()
