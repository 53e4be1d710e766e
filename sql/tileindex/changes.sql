-- What the snapshot of the last read did not see and this one does: nothing is skipped when a transaction commits late.
-- Caller: tileindex.readLog
-- Index: observation_changes_xid
select
-- include: fragment/index_columns.sql
       (utc_offset::int << 16) | (flags::int << 1) | uncertain::int as clock_and_flags, latitude, added
from observation_changes
where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot)
  and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
