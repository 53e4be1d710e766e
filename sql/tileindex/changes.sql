-- What the snapshot of the last read did not see and this one does: nothing is skipped when a transaction commits late.
-- Caller: tileindex.readLog
-- Index: observation_changes_xid, observations_pkey
select
-- include: fragment/index_columns.sql
       (utc_offset::int << 16) | (flags::int << 1) | uncertain::int as clock_and_flags, latitude, added,
       lon, lat, notes, occurrence_id, identification_qualifier, basis_of_record, licence
from observation_changes c
left join lateral (
    -- The record as it is now: what changed of it since has changes of its own.
    select
-- include: fragment/details_columns.sql
    from observations o where o.id = c.id
) d on c.added
where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot)
  and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
