      xid >= pg_snapshot_xmin(@folded::pg_snapshot) and not pg_visible_in_snapshot(xid, @folded::pg_snapshot)
