-- What an operator would do by hand: records and what has their ids are distributed by id, the catalog and what records refer to are reference tables, the
-- rest stays on the coordinator. Triggers of tables that are distributed have to go, so what they do is not done: this is for asking what runs, not for use.
do $$
declare
    made record;
begin
    for made in select t.tgname, t.tgrelid::regclass as name from pg_trigger t join pg_class k on k.oid = t.tgrelid
                where not t.tgisinternal and k.relnamespace = 'public'::regnamespace and k.relname <> 'history' loop
        execute format('drop trigger %I on %s', made.tgname, made.name);
    end loop;
end $$;

select create_reference_table('regions');

select create_reference_table('countries');

select create_reference_table('country_pieces');

select create_reference_table('catalog_references');

select create_reference_table('taxa');

select create_reference_table('taxon_names');

select create_reference_table('species');

select create_reference_table('species_members');

select create_reference_table('species_regions');

select create_reference_table('diseases');

select create_reference_table('disease_regions');

select create_reference_table('disease_vectors');

select create_reference_table('translations');

select create_reference_table('all_data_sources');

select create_reference_table('obscured_taxa');

select create_reference_table('obscured_events');

select create_reference_table('pseudonym_key');

select create_reference_table('areas');

alter table observation_requests drop constraint observation_requests_id_fkey;

alter table event_requests drop constraint event_requests_id_fkey;

alter table pool_requests drop constraint pool_requests_id_fkey;

alter table pools drop constraint pools_test;

create index pools_test on pools (data_source_key, pool_id, pathogen, method);

select create_distributed_table('observations', 'id', shard_count => 8);

select create_distributed_table('absences', 'id', colocate_with => 'observations');

select create_distributed_table('sampling_events', 'id', colocate_with => 'observations');

select create_distributed_table('pools', 'id', colocate_with => 'observations');

select create_distributed_table('exact_places', 'id', colocate_with => 'observations');

select create_distributed_table('observation_requests', 'id', colocate_with => 'observations');

select create_distributed_table('event_requests', 'id', colocate_with => 'observations');

select create_distributed_table('pool_requests', 'id', colocate_with => 'observations');

alter table observation_requests add foreign key (id) references observations (id) on delete cascade;

alter table event_requests add foreign key (id) references sampling_events (id) on delete cascade;

alter table pool_requests add foreign key (id) references pools (id) on delete cascade;
