-- Drops changes that were visible for as long as the log keeps them, however long their transactions took; the version goes
-- on from the number of what was dropped. tileindex.Forget.
with due as (
    select horizon from observation_epoch where horizon_at < now() - @keep::interval
), gone as (
    delete from observation_commits c using due where pg_visible_in_snapshot(c.xid, due.horizon) returning c.xid
), changes as (
    delete from observation_changes c using gone where c.xid = gone.xid
)
update observation_epoch
set forgotten = forgotten + (select count(*) from gone), horizon = pg_current_snapshot(), horizon_at = now()
where horizon_at is null or horizon_at < now() - @keep::interval
