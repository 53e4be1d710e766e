-- Deletes changes that have been visible for the time that the log keeps them, however long their transactions took. The version
-- goes on from the number of deleted changes.
-- Caller: tileindex.Index.DropOldChanges
-- Index: observation_changes_xid, event_changes_xid, pool_changes_xid, observation_touches_pkey
with due as (
    select horizon from observation_epoch where horizon_at < now() - @keep::interval
), gone as (
    delete from observation_touches t using due where pg_visible_in_snapshot(t.xid, due.horizon) returning t.xid, t.area
), changes as (
    delete from observation_changes c using (select distinct xid from gone) g where c.xid = g.xid
), events as (
    delete from event_changes c using (select distinct xid from gone) g where c.xid = g.xid
), pools as (
    delete from pool_changes c using (select distinct xid from gone) g where c.xid = g.xid
), counted as (
    insert into observation_areas (area, forgotten) select area, count(*) from gone group by area
    on conflict (area) do update set forgotten = observation_areas.forgotten + excluded.forgotten
)
update observation_epoch
set horizon = pg_current_snapshot(), horizon_at = now()
where horizon_at is null or horizon_at < now() - @keep::interval
