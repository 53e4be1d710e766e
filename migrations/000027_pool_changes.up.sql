-- What a pool does not say itself it takes from its sampling event, also after the event changed.
alter table pools add column event_place boolean not null default false;
alter table pools add column event_days boolean not null default false;
alter table pools add column event_protocol boolean not null default false;
comment on column pools.event_place is 'true: geom, location_accuracy_m, country_id and region_id are those of the sampling event';
comment on column pools.event_days is 'true: started_at, ended_at, utc_offset and date_precision are those of the sampling event';
comment on column pools.event_protocol is 'true: sampling_protocol is that of the sampling event';

-- What pools that are stored say like their event, they took from it, as far as anybody can tell.
update pools p
set event_place = (p.geom, p.location_accuracy_m) is not distinct from (e.geom, e.location_accuracy_m),
    event_days = (p.started_at, p.ended_at, p.utc_offset, p.date_precision) is not distinct from (e.started_at, e.ended_at, e.utc_offset, e.date_precision),
    event_protocol = p.sampling_protocol is not distinct from e.sampling_protocol
from sampling_events e
where e.data_source_key = p.data_source_key and e.event_id = p.event_id;

create function update_pools_of_events() returns trigger language plpgsql as $$
begin
    update pools p
    set geom = case when p.event_place then e.geom else p.geom end,
        location_accuracy_m = case when p.event_place then e.location_accuracy_m else p.location_accuracy_m end,
        country_id = case when p.event_place then e.country_id else p.country_id end,
        region_id = case when p.event_place then e.region_id else p.region_id end,
        started_at = case when p.event_days then e.started_at else p.started_at end,
        ended_at = case when p.event_days then e.ended_at else p.ended_at end,
        utc_offset = case when p.event_days then e.utc_offset else p.utc_offset end,
        date_precision = case when p.event_days then e.date_precision else p.date_precision end,
        sampling_protocol = case when p.event_protocol then e.sampling_protocol else p.sampling_protocol end,
        updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 microsecond')
    from changed e
    where p.data_source_key = e.data_source_key and p.event_id = e.event_id
      and (p.event_place and (p.geom, p.location_accuracy_m, p.country_id, p.region_id)
               is distinct from (e.geom, e.location_accuracy_m, e.country_id, e.region_id)
           or p.event_days and (p.started_at, p.ended_at, p.utc_offset, p.date_precision)
               is distinct from (e.started_at, e.ended_at, e.utc_offset, e.date_precision)
           or p.event_protocol and p.sampling_protocol is distinct from e.sampling_protocol);
    return null;
end $$;
comment on function update_pools_of_events is 'gives the pools of the sampling events of a statement what they take from them';

-- An event that was removed may come back.
create trigger sampling_events_inserted_pools after insert on sampling_events
    referencing new table as changed for each statement execute function update_pools_of_events();
create trigger sampling_events_updated_pools after update on sampling_events
    referencing new table as changed for each statement execute function update_pools_of_events();

-- A laboratory screens a pool by one method and confirms the result by another.
alter table pools drop constraint pools_test;
alter table pools add constraint pools_test unique nulls not distinct (data_source_key, pool_id, pathogen, method);
comment on table pools is 'pools of mosquitoes, one row a pool, pathogen and method by which it was tested; the sampling event has the same data_source_key and event_id';
comment on column pools.id is 'UUID, made of the data source, pool_id, pathogen and method, or without the method for what was stored before methods were told apart; the key';

-- Servers keep pools in memory and follow their changes by a log, as those of sampling events. What this step changed needs no row in it.

create unlogged table pool_changes (
    xid             xid8 not null default pg_current_xact_id(),
    id              uuid not null,
    data_source_key integer not null,
    pool_id         text not null,
    pathogen        text not null
);
create index pool_changes_xid on pool_changes (xid);
comment on table pool_changes is 'log of pools that changed; a server reads it to keep its copy in memory exact';
comment on column pool_changes.xid is 'transaction of the change';
comment on column pool_changes.id is 'pools.id';
comment on column pool_changes.data_source_key is 'pools.data_source_key: the other tests of the pool change with it, as the next two say';
comment on column pool_changes.pool_id is 'pools.pool_id';
comment on column pool_changes.pathogen is 'pools.pathogen';

create or replace function log_pool_changes() returns trigger language plpgsql as $$
begin
    insert into pool_changes (id, data_source_key, pool_id, pathogen) select id, data_source_key, pool_id, pathogen from changed;
    if found then
        insert into observation_touches (area) values (4097) on conflict do nothing;
        perform pg_notify('skeeter_observations', '');
    end if;
    return null;
end $$;
comment on function log_pool_changes is 'writes the pools of a statement to pool_changes';

create trigger pools_updated_from after update on pools
    referencing old table as changed for each statement execute function log_pool_changes();
