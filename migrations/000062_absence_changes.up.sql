-- Absences have a log of changes, as observations, sampling events and pools do. Answers about searches that found nothing have a new data version when an
-- absence comes, changes or goes, and distributed tables hold absences. What was stored before needs no row in it.

create table absence_changes (
    xid xid8 not null default pg_current_xact_id(),
    id  uuid not null
);
create index absence_changes_xid on absence_changes (xid);
comment on table absence_changes is 'log of absences that changed';
comment on column absence_changes.xid is 'transaction of the change';
comment on column absence_changes.id is 'absences.id';

create function log_absence_changes() returns trigger language plpgsql as $$
begin
    insert into absence_changes (id) select id from changed;
    if found then
        insert into observation_touches (area) values (4098) on conflict do nothing;
        perform notify_of_changes();
    end if;
    return null;
end $$;
comment on function log_absence_changes is 'writes the absences of a statement to absence_changes';

create trigger absences_inserted after insert on absences
    referencing new table as changed for each statement execute function log_absence_changes();
create trigger absences_deleted after delete on absences
    referencing old table as changed for each statement execute function log_absence_changes();
create trigger absences_updated after update on absences
    referencing new table as changed for each statement execute function log_absence_changes();
create trigger absences_truncated after truncate on absences
    for each statement execute function log_truncated();

-- As those of observations, because of imports that have checked their foreign keys.
alter table absences enable always trigger absences_inserted;
alter table absences enable always trigger absences_deleted;
alter table absences enable always trigger absences_updated;
alter table absences enable always trigger absences_truncated;

create or replace function private_tables() returns text[] language sql immutable parallel safe return array[
    'sampling_events', 'observations', 'absences', 'pools', 'removals', 'held_events', 'held_observations', 'held_absences', 'held_pools',
    'exact_places', 'obscured_events', 'observation_requests', 'event_requests', 'pool_requests', 'receipts', 'identifications',
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'absence_changes', 'index_snapshots',
    'observation_rollup_state', 'observation_rollup_kinds', 'observation_rollups'];

create or replace function followed_tables() returns text[] language sql immutable parallel safe return array[
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'absence_changes', 'index_snapshots',
    'observation_rollup_state', 'observation_rollup_kinds', 'observation_rollups'];

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
        delete from absence_changes;
        delete from observation_touches;
    end if;
end $$;
