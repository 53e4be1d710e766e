create or replace function begin_log() returns void language plpgsql as $$
declare
    this_run uuid;
begin
    if pg_is_in_recovery() then
        return; -- its primary begins it
    end if;
    this_run := current_run();
    insert into observation_epoch (run) values (this_run)
    on conflict (only_row) do update
    set epoch = excluded.epoch, horizon = null, horizon_at = null, cluster = excluded.cluster, run = excluded.run
    where (observation_epoch.cluster, observation_epoch.run) <> (excluded.cluster, excluded.run);
    if found then
        delete from observation_changes;
        delete from event_changes;
        delete from pool_changes;
        delete from observation_touches;
    end if;
end $$;
create or replace function followed_tables() returns text[] language sql immutable parallel safe return array[
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'index_snapshots',
    'observation_rollup_state', 'observation_rollup_kinds', 'observation_rollups'];
create or replace function private_tables() returns text[] language sql immutable parallel safe return array[
    'sampling_events', 'observations', 'absences', 'pools', 'removals', 'held_events', 'held_observations', 'held_absences', 'held_pools',
    'exact_places', 'obscured_events', 'observation_requests', 'event_requests', 'pool_requests', 'receipts', 'identifications',
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'index_snapshots',
    'observation_rollup_state', 'observation_rollup_kinds', 'observation_rollups'];
drop trigger absences_truncated on absences;
drop trigger absences_updated on absences;
drop trigger absences_deleted on absences;
drop trigger absences_inserted on absences;
drop function log_absence_changes;
drop table absence_changes;
