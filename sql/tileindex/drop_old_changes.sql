-- Deletes changes that have been visible for the time that the log keeps them, however long their transactions took. The version
-- goes on from the number of deleted changes. What is not folded into the rollups, or not in the distributed tables, stays, and everything does while
-- these are brought up to date. Rollups and distributed tables that nobody looks after are given up.
-- Caller: tileindex.Index.DropOldChanges
-- Index: observation_changes_xid, event_changes_xid, pool_changes_xid, absence_changes_xid, observation_touches_pkey
with rollups as materialized (
    select folded, folded_at < now() - @abandoned::interval as abandoned from observation_rollup_state for update skip locked
), given_up as (
    update observation_rollup_state set folded = null where folded is not null and (select abandoned from rollups)
), distributed as materialized (
    select held, epoch = '' or held_at < now() - @abandoned::interval as abandoned from distribution for update skip locked
), dropped as (
    update distribution set epoch = '', position = null where epoch <> '' and (select abandoned from distributed)
), due as (
    select e.horizon, r.folded, d.held from observation_epoch e left join rollups r on not r.abandoned left join distributed d on not d.abandoned
    where e.horizon_at < now() - @keep::interval and ((select count(*) from rollups) = 1 or not exists (select from observation_rollup_state))
      and ((select count(*) from distributed) = 1 or not exists (select from distribution))
), gone as (
    delete from observation_touches t using due
    where pg_visible_in_snapshot(t.xid, due.horizon) and (due.folded is null or pg_visible_in_snapshot(t.xid, due.folded))
      and (due.held is null or pg_visible_in_snapshot(t.xid, due.held))
    returning t.xid, t.area
), changes as (
    delete from observation_changes c using (select distinct xid from gone) g where c.xid = g.xid
), events as (
    delete from event_changes c using (select distinct xid from gone) g where c.xid = g.xid
), pools as (
    delete from pool_changes c using (select distinct xid from gone) g where c.xid = g.xid
), absences as (
    delete from absence_changes c using (select distinct xid from gone) g where c.xid = g.xid
), counted as (
    insert into observation_areas (area, forgotten) select area, count(*) from gone group by area
    on conflict (area) do update set forgotten = observation_areas.forgotten + excluded.forgotten
)
update observation_epoch
set horizon = pg_current_snapshot(), horizon_at = now()
where horizon_at is null or horizon_at < now() - @keep::interval
