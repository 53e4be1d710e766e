-- Where a reader of the change log stands now, who has read what a snapshot saw: as position.sql, with the touches of each area that
-- this snapshot did not see, and whether it did not see a change of a catch, which touches no area of its own.
-- Caller: tileindex.readLog
-- Index: observation_touches_pkey, event_changes_xid
with touches as (
    select area, count(*) as n, max(logged_at) as newest
    from observation_touches
    where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot) and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
    group by area
)
select log_epoch() as epoch, log_snapshot() as snapshot,
       coalesce(array_agg(area), '{}') as areas, coalesce(array_agg(n), '{}') as touches,
       coalesce(extract(epoch from clock_timestamp() - max(newest)), 0)::float8 as age,
       (case when pg_is_in_recovery() then 0 else pg_current_wal_insert_lsn() - '0/0' end)::bigint as wal,
       exists (
           select from event_changes
           where xid >= pg_snapshot_xmin(@snapshot::pg_snapshot) and not pg_visible_in_snapshot(xid, @snapshot::pg_snapshot)
       ) as events
from touches
