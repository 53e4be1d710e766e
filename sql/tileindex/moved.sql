-- Whether this transaction sees a change of some areas (null: of any) that a reader of the log had not seen: the log began anew,
-- or an area was touched since.
-- Caller: tileindex.State.Moved
-- Index: observation_touches_pkey
select coalesce((select epoch::text from observation_epoch), '') <> @epoch::text
    or exists (
        select from observation_touches
        where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot) and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
          and (@areas::smallint[] is null or area = any(@areas::smallint[]))
    ) as moved
