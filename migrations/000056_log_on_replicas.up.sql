-- A server whose database is a streaming replica follows the change log, too, so the tables of the log are logged. That a crash may have taken
-- commits that readers saw is known by log_run, which stays unlogged: a crash, a restore and the promotion of a replica empty it, and then a new
-- epoch of the log begins. On a replica nothing is seen that its primary can lose.
create unlogged table log_run (
    only_row boolean primary key default true check (only_row),
    run      uuid not null default gen_random_uuid()
);
comment on table log_run is 'names the time since the last crash, restore or promotion: those empty it; unlogged, so replicas cannot read it';
comment on column log_run.only_row is 'always true: there is one row at most';
comment on column log_run.run is 'drawn when a server first finds the table empty';

create function current_run() returns uuid language sql as $$
    insert into log_run default values on conflict (only_row) do update set run = log_run.run returning run
$$;
comment on function current_run is 'the run of log_run, drawn where there is none';

alter table observation_epoch add run uuid not null default current_run();
comment on column observation_epoch.run is 'log_run.run when the epoch began: the epoch ends with it';

do $$
declare
    name text;
begin
    foreach name in array array['observation_changes', 'observation_touches', 'observation_areas', 'observation_epoch', 'event_changes', 'pool_changes', 'index_snapshots'] loop
        execute format('alter table %I set logged', name);
    end loop;
end $$;
comment on table observation_changes is 'rows of observations that came and went, as the tile index keeps them';
comment on table observation_touches is 'areas that transactions touched; the data version is the number of rows and of those forgotten';
comment on table observation_areas is 'how many rows observation_touches no longer holds of each area; they count for the data version';
comment on table observation_epoch is 'names the change log since it last began empty; one row, none after a truncate';
comment on table index_snapshots is 'snapshots of the records that servers keep in files';

create function log_epoch() returns text language plpgsql stable as $$
begin
    if pg_is_in_recovery() then
        return coalesce((select epoch::text from observation_epoch), '');
    end if;
    return coalesce((select e.epoch::text from observation_epoch e join log_run r on r.run = e.run), '');
end $$;
comment on function log_epoch is 'the epoch of the change log; empty when it has to begin';

-- A replica does not tell which transactions run: its snapshots list none, so those from xmin on may all be over. What one did of them is known by
-- the log alone: the ones that left nothing to be seen count as running.
create function log_snapshot() returns text language plpgsql stable as $$
declare
    seen pg_snapshot := pg_current_snapshot();
    low  bigint := pg_snapshot_xmin(seen)::text::bigint;
    over bigint[];
begin
    if not pg_is_in_recovery() then
        return seen::text;
    end if;
    over := array(
        select xid::text::bigint from observation_touches where xid >= pg_snapshot_xmin(seen)
        union
        select xid::text::bigint from event_changes where xid >= pg_snapshot_xmin(seen)
        order by 1);
    if over = '{}' then
        return format('%1$s:%1$s:', low);
    end if;
    return format('%s:%s:%s', low, over[array_upper(over, 1)] + 1, array_to_string(array(
        select x from generate_series(low, over[array_upper(over, 1)]) x except select unnest(over) order by 1), ','));
end $$;
comment on function log_snapshot is 'what this transaction sees of the change log, as a pg_snapshot';

-- Transaction ids of the log mean other transactions in another cluster, and after a crash perhaps in this one, so its rows go.
create function begin_log() returns void language plpgsql as $$
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
comment on function begin_log is 'gives the change log an epoch when it has none, or one of another cluster or run';
