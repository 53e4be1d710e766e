-- A notification takes a lock of the whole cluster until its transaction is committed to the disk, so writers that notify commit one after
-- the other. A transaction that sets skeeter.notify to 'later' is announced by its server after the commit, many with one notification.
-- Writers of other programs are announced here.
create function notify_of_changes() returns void language plpgsql as $$
begin
    if coalesce(current_setting('skeeter.notify', true), '') <> 'later' then
        perform pg_notify('skeeter_observations', '');
    end if;
end $$;
comment on function notify_of_changes is 'notifies the servers at commit, unless the transaction sets skeeter.notify to later';

create or replace function log_changes() returns trigger language plpgsql as $$
begin
    insert into observation_changes (added, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
        count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
        flags, uncertain, latitude)
    select tg_argv[0]::boolean, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
           count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
           flags, identification_qualifier is not null,
           case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end
    from changed;
    insert into observation_touches (area)
    select distinct ((mercator_y::bigint + 2147483648) >> 26) * 64 + ((mercator_x::bigint + 2147483648) >> 26) from changed
    on conflict do nothing;
    insert into event_changes (data_source_key, event_id)
    select distinct data_source_key, event_id from changed where event_id is not null and data_source_key is not null;
    perform notify_of_changes();
    return null;
end $$;

create or replace function log_event_changes() returns trigger language plpgsql as $$
begin
    insert into event_changes (id) select id from changed;
    if found then
        insert into observation_touches (area) values (4096) on conflict do nothing;
        perform notify_of_changes();
    end if;
    return null;
end $$;

create or replace function log_pool_changes() returns trigger language plpgsql as $$
begin
    insert into pool_changes (id, data_source_key, pool_id, pathogen) select id, data_source_key, pool_id, pathogen from changed;
    if found then
        insert into observation_touches (area) values (4097) on conflict do nothing;
        perform notify_of_changes();
    end if;
    return null;
end $$;
