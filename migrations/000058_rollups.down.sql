create or replace function renew_private_schemas() returns void language plpgsql as $$
declare
    source int;
    room   text;
    name   text;
begin
    if exists (select from all_data_sources where private) then
        perform hide_extents(); -- a restored database has the rights anew
    end if;
    for source in
        select d.key from all_data_sources d, schema_migrations m where d.private and d.tables_version is distinct from m.version order by d.key for update of d
    loop
        room := 'private_' || source;
        execute format('alter schema %I rename to %I', room, room || '_before');
        perform create_private_schema(source);
        foreach name in array private_tables() loop
            if name not in ('observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'index_snapshots') then
                perform copy_rows(room || '_before', room, name, 'true');
            end if;
        end loop;
        perform create_private_triggers(source);
        execute format('drop schema %I cascade', room || '_before');
        update all_data_sources set tables_version = (select version from schema_migrations) where key = source;
    end loop;
end $$;
create or replace function private_tables() returns text[] language sql immutable parallel safe return array[
    'sampling_events', 'observations', 'absences', 'pools', 'removals', 'held_events', 'held_observations', 'held_absences', 'held_pools',
    'exact_places', 'obscured_events', 'observation_requests', 'event_requests', 'pool_requests', 'receipts', 'identifications',
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'index_snapshots'];
drop function followed_tables;
drop table observation_rollups;
drop table observation_rollup_kinds;
drop table observation_rollup_state;
