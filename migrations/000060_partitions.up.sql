-- Observations and sampling events may be partitioned by time (`skeeter partition`): triggers of a row know their table by their argument, because
-- they run for a partition, and no foreign key refers to an id, which is unique without a key (sql/observe/lock_ids.sql).

create function place_seed(id uuid, source int, degrees double precision, place geometry) returns text language sql immutable parallel safe
    return case when source is null then id::text
        else source || ' ' || degrees || ' ' || round(ST_X(place)::numeric, 7) || ' ' || round(ST_Y(place)::numeric, 7) end;
comment on function place_seed is 'what a place is drawn by: the record of a report, else the data source, the size of the cell and the place';

CREATE OR REPLACE FUNCTION draw_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    of_table text := coalesce(tg_argv[0], tg_table_name);
    degrees double precision;
    exact   exact_places;
    cell    geometry;
    shown   text[];
    stored  boolean := false;
begin
    if of_table = 'observations' then
        degrees := obscured(new.data_source_key, new.event_id, new.taxon_key, new.obscured_degrees);
    elsif of_table = 'sampling_events' then
        degrees := obscured(new.data_source_key, new.event_id, null, null);
    else
        degrees := obscured(new.data_source_key, new.event_id, new.taxon_key, null);
    end if;
    if degrees is null and new.cell_degrees is null and (tg_op = 'INSERT' or old.cell_degrees is null) then
        return new;
    end if;

    shown := public_terms();
    if new.cell_degrees > 0 then -- the row does not say its exact place, so it must not say another one
        if tg_op = 'INSERT' and exists (select from exact_places e where e.entity = of_table and e.id = new.id
            and ST_OrderingEquals(new.geom, drawn_place(e.geom, new.cell_degrees, place_seed(new.id, new.data_source_key, new.cell_degrees, e.geom)))) then
            return new; -- an update moves the row from one partition to another
        elsif tg_op = 'INSERT' or old.cell_degrees is distinct from new.cell_degrees or not ST_OrderingEquals(old.geom, new.geom) then
            raise exception 'a row with cell_degrees has no exact place' using errcode = 'data_exception';
        elsif degrees is not distinct from new.cell_degrees then
            return new;
        end if;
        select * into strict exact from exact_places e where e.entity = of_table and e.id = new.id;
    else
        exact.entity := of_table;
        exact.id := new.id;
        exact.geom := new.geom;
        exact.country_id := new.country_id;
        exact.region_id := new.region_id;
        exact.location_accuracy_m := new.location_accuracy_m;
        if of_table in ('observations', 'absences') then
            exact.flags := new.flags;
            exact.remarks := new.notes;
        else
            exact.remarks := new.remarks;
        end if;
        if of_table = 'sampling_events' then
            exact.site_id := new.site_id;
        end if;
        exact.metadata := new.metadata - shown;
        if tg_op = 'INSERT' then -- an id that is taken changes nothing
            stored := case of_table
                when 'observations' then exists (select from observations o where o.id = new.id)
                when 'absences' then exists (select from absences o where o.id = new.id)
                when 'sampling_events' then exists (select from sampling_events o where o.id = new.id)
                else exists (select from pools o where o.id = new.id) end;
        end if;
        if degrees is not null and not stored then
            insert into exact_places select exact.*
            on conflict (entity, id) do update
            set geom = excluded.geom, country_id = excluded.country_id, region_id = excluded.region_id,
                location_accuracy_m = excluded.location_accuracy_m, flags = excluded.flags, site_id = excluded.site_id,
                remarks = excluded.remarks, metadata = excluded.metadata;
        end if;
    end if;

    if degrees is null then
        delete from exact_places e where e.entity = of_table and e.id = new.id;
        new.geom := exact.geom;
        new.country_id := exact.country_id;
        new.region_id := exact.region_id;
        new.location_accuracy_m := exact.location_accuracy_m;
        new.metadata := new.metadata || exact.metadata;
    else
        cell := cell_around(exact.geom, degrees);
        new.geom := drawn_place(exact.geom, degrees, place_seed(new.id, new.data_source_key, degrees, exact.geom));
        new.country_id := country_of_cell(cell);
        new.region_id := (select c.region_id from countries c where c.id = new.country_id);
        new.location_accuracy_m := least(1e8, ceil(ST_MaxDistance(new.geom, cell) * 111700 + coalesce(exact.location_accuracy_m, 0)));
        new.metadata := new.metadata - array(select jsonb_object_keys(new.metadata - shown));
    end if;
    if of_table in ('observations', 'absences') then
        new.flags := case when degrees is null then exact.flags
            else exact.flags & 48 | case when new.location_accuracy_m >= 10000 then 8 else 0 end | range_flag(new.taxon_key, new.region_id) end;
        new.notes := case when degrees is null then exact.remarks end;
    else
        new.remarks := case when degrees is null then exact.remarks end;
    end if;
    if of_table = 'sampling_events' then
        new.site_id := case when degrees is null then exact.site_id end;
    end if;
    new.cell_degrees := degrees;
    return new;
end $function$;

CREATE OR REPLACE FUNCTION forget_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
    -- An update that moves a row to another partition deletes it from the first.
    if (case tg_argv[0]
        when 'observations' then exists (select from observations o where o.id = old.id)
        when 'absences' then exists (select from absences o where o.id = old.id)
        when 'sampling_events' then exists (select from sampling_events o where o.id = old.id)
        else exists (select from pools o where o.id = old.id) end) then
        return null;
    end if;
    delete from exact_places e where e.entity = tg_argv[0] and e.id = old.id;
    return null;
end $function$;

CREATE OR REPLACE FUNCTION obscure_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    wish double precision;
begin
    if tg_argv[0] = 'observations' then
        wish := obscured_taxon(new.taxon_key, new.obscured_degrees);
    else
        wish := obscured_taxon(new.taxon_key, null);
    end if;
    insert into obscured_events as e (data_source_key, event_id, degrees)
    select new.data_source_key, new.event_id, wish where wish is not null
    on conflict (data_source_key, event_id) do update set degrees = excluded.degrees where e.degrees < excluded.degrees;
    if found then
        update sampling_events o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
        update observations o set updated_at = clock_timestamp() where o.event_id = new.event_id and (o.data_source_key = new.data_source_key) is true;
        update absences o set updated_at = clock_timestamp() where o.event_id = new.event_id and (o.data_source_key = new.data_source_key) is true;
        update pools o set updated_at = clock_timestamp() where o.data_source_key = new.data_source_key and o.event_id = new.event_id;
    end if;
    return null;
end $function$;

CREATE OR REPLACE FUNCTION create_private_triggers(source integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
    made record;
begin
    for made in select pg_get_triggerdef(t.oid) as def, t.tgname, t.tgenabled, k.relname
                from pg_trigger t join pg_class k on k.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
                where not t.tgisinternal and k.relnamespace = 'public'::regnamespace and k.relname = any(private_tables())
                  and f.pronamespace <> 'partitioning'::regnamespace
                  and f.proname not in ('draw_place', 'forget_place', 'obscure_event', 'reveal_place') loop
        execute regexp_replace(made.def, ' ON public\.', format(' ON %I.', 'private_' || source));
        if made.tgenabled = 'A' then
            execute format('alter table %I.%I enable always trigger %I', 'private_' || source, made.relname, made.tgname);
        end if;
    end loop;
end $function$;

do $$
declare
    name text;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute format('create or replace trigger %1$s_drawn before insert or update on %1$I for each row '
            'when (coalesce(current_setting(''skeeter.exact'', true), '''') <> ''on'') execute function draw_place(%1$L)', name);
        execute format('create or replace trigger %1$s_forgotten after delete on %1$I for each row when (old.cell_degrees > 0) execute function forget_place(%1$L)', name);
    end loop;
    foreach name in array array['observations', 'absences', 'pools'] loop
        execute format('create or replace trigger %1$s_obscure_event after insert or update on %1$I for each row '
            'when (new.cell_degrees > 0 and new.event_id is not null and new.data_source_key is not null) execute function obscure_event(%1$L)', name);
    end loop;
end $$;

alter table observation_requests drop constraint observation_requests_id_fkey;
alter table event_requests drop constraint event_requests_id_fkey;
alter table pool_requests drop constraint pool_requests_id_fkey;

create function forget_requests() returns trigger language plpgsql as $$
begin
    execute format('delete from %I.%I where id in (select id from changed)', tg_table_schema, tg_argv[0]);
    return null;
end $$;
comment on function forget_requests is 'deletes what is known of the requests that created records which are deleted';
create trigger observations_forget_requests after delete on observations referencing old table as changed
    for each statement execute function forget_requests('observation_requests');
create trigger sampling_events_forget_requests after delete on sampling_events referencing old table as changed
    for each statement execute function forget_requests('event_requests');
create trigger pools_forget_requests after delete on pools referencing old table as changed
    for each statement execute function forget_requests('pool_requests');

create schema partitions;
comment on schema partitions is 'partitions of observations and sampling events, where they are partitioned';
create schema partitioning;
comment on schema partitioning is 'what a change of the partitions is doing; empty tables when there is none';

create table partitioning.moves (
    entity      text primary key check (entity in ('observations', 'sampling_events')),
    partitioned boolean not null,
    version     bigint not null
);
comment on table partitioning.moves is 'tables whose rows move to a new table, which takes their place';
comment on column partitioning.moves.entity is 'the table';
comment on column partitioning.moves.partitioned is 'whether the new table is partitioned';
comment on column partitioning.moves.version is 'of the schema, when the move began';
create table partitioning.parts (
    entity text not null references partitioning.moves (entity) on delete cascade,
    part   text not null,
    file   oid not null,
    page   bigint not null,
    pages  bigint not null,
    primary key (entity, part)
);
comment on table partitioning.parts is 'how far the rows were copied';
comment on column partitioning.parts.entity is 'the table';
comment on column partitioning.parts.part is 'the table or its partition, with its schema, as SQL writes it';
comment on column partitioning.parts.file is 'the file whose pages are counted: a restore or VACUUM FULL writes another one, with the rows in other pages';
comment on column partitioning.parts.page is 'the first page that was not copied';
comment on column partitioning.parts.pages is 'its pages when the copy began; what came later is in changed_rows';
create table partitioning.changed_rows (
    entity text not null,
    id     uuid not null
);
create index changed_rows_id on partitioning.changed_rows (entity, id);
comment on table partitioning.changed_rows is 'rows that changed while they are copied';
comment on column partitioning.changed_rows.entity is 'the table';
comment on column partitioning.changed_rows.id is 'the row';

create function partitioning.note_row() returns trigger language plpgsql security definer set search_path = partitioning, pg_temp as $$
begin
    if tg_op <> 'INSERT' then
        insert into changed_rows values (tg_argv[0], old.id);
    end if;
    if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.id <> old.id then
        insert into changed_rows values (tg_argv[0], new.id);
    end if;
    return null;
end $$;
comment on function partitioning.note_row is 'notes a row that changes while the rows of its table are copied';
