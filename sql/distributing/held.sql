-- Notes that the distributed tables hold what this transaction sees, and lets readers in. The position was asked for before its snapshot was taken. It is
-- one less where transactions were under way: one may have committed before the position and not be seen yet. The number stays where no row changed.
-- Caller: distributing.swing
update distribution
set held = pg_current_snapshot(), held_at = now(), number = coalesce(@number::bigint, number),
    position = @position::bigint - (pg_snapshot_xmin(pg_current_snapshot()) <> pg_snapshot_xmax(pg_current_snapshot()))::int
