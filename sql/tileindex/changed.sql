-- Whether this transaction sees a change of some areas (null: of any area) that a snapshot did not see: a new epoch of the log, or a
-- touch of an area.
-- Caller: tileindex.State.ChangedQuery
-- Index: observation_touches_pkey
select log_epoch() <> @epoch::text
    or exists (
        select from observation_touches
        where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot) and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
          and (@areas::smallint[] is null or area = any(@areas::smallint[]))
    ) as changed
