-- Notes that the distributed tables hold what a snapshot saw, up to a position that was asked for before it, and lets readers in.
-- Caller: distributing.openToReaders
update distribution set held = @held::pg_snapshot, held_at = now(), position = @position::bigint, number = @number::bigint
