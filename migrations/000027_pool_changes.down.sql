-- The tests of a pool by further methods are lost: one a pathogen stays.
drop trigger sampling_events_updated_pools on sampling_events;
drop trigger sampling_events_inserted_pools on sampling_events;
drop function update_pools_of_events();
alter table pools drop column event_place, drop column event_days, drop column event_protocol;

delete from pools p using pools o
where o.data_source_key = p.data_source_key and o.pool_id = p.pool_id and o.pathogen = p.pathogen and o.id < p.id;
alter table pools drop constraint pools_test;
alter table pools add constraint pools_test unique (data_source_key, pool_id, pathogen);
comment on table pools is 'pools of mosquitoes, one row a pool and pathogen that it was tested for; the sampling event has the same data_source_key and event_id';
comment on column pools.id is 'UUID, made of the data source, pool_id and pathogen; the key';

drop trigger pools_updated_from on pools;
create or replace function log_pool_changes() returns trigger language plpgsql as $$
begin
    if exists (select from changed) then
        insert into observation_touches (area) values (4097) on conflict do nothing;
        perform pg_notify('skeeter_observations', '');
    end if;
    return null;
end $$;
comment on function log_pool_changes is 'counts a statement that changed pools for the data version';
drop table pool_changes;
