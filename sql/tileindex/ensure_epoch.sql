-- Gives the change log an epoch when it has none (at first use, and after a crash emptied the unlogged tables), or one of another
-- cluster: transaction ids of the log mean other transactions here, so its rows go.
-- Caller: tileindex.Index.begin
-- Index: none, all rows of the log
with begun as (
    insert into observation_epoch default values
    on conflict (only_row) do update
    set epoch = excluded.epoch, horizon = null, horizon_at = null, cluster = excluded.cluster
    where observation_epoch.cluster <> excluded.cluster
    returning epoch
), changes as (
    delete from observation_changes where exists (select from begun)
), events as (
    delete from event_changes where exists (select from begun)
), pools as (
    delete from pool_changes where exists (select from begun)
)
delete from observation_touches where exists (select from begun)
