do $$
begin
    if exists (select from pg_class where oid in ('observations'::regclass, 'sampling_events'::regclass) and relkind = 'p') then
        raise exception 'the tables are partitioned: run skeeter partition --undo first';
    end if;
end $$;
drop function partitioning.note_row cascade;
drop schema partitioning cascade;
drop schema partitions;

drop trigger pools_forget_requests on pools;
drop trigger sampling_events_forget_requests on sampling_events;
drop trigger observations_forget_requests on observations;
drop function forget_requests cascade; -- private data sources have its triggers, too
delete from observation_requests r where not exists (select from observations o where o.id = r.id);
delete from event_requests r where not exists (select from sampling_events o where o.id = r.id);
delete from pool_requests r where not exists (select from pools o where o.id = r.id);
alter table observation_requests add foreign key (id) references observations (id) on delete cascade;
alter table event_requests add foreign key (id) references sampling_events (id) on delete cascade;
alter table pool_requests add foreign key (id) references pools (id) on delete cascade;

CREATE OR REPLACE FUNCTION draw_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    degrees double precision;
    exact   exact_places;
    cell    geometry;
    shown   text[];
    stored  boolean := false;
begin
    if tg_table_name = 'observations' then
        degrees := obscured(new.data_source_key, new.event_id, new.taxon_key, new.obscured_degrees);
    elsif tg_table_name = 'sampling_events' then
        degrees := obscured(new.data_source_key, new.event_id, null, null);
    else
        degrees := obscured(new.data_source_key, new.event_id, new.taxon_key, null);
    end if;
    if degrees is null and new.cell_degrees is null and (tg_op = 'INSERT' or old.cell_degrees is null) then
        return new;
    end if;

    shown := public_terms();
    if new.cell_degrees > 0 then -- the row does not say its exact place, so it must not say another one
        if tg_op = 'INSERT' or old.cell_degrees is distinct from new.cell_degrees or not ST_OrderingEquals(old.geom, new.geom) then
            raise exception 'a row with cell_degrees has no exact place' using errcode = 'data_exception';
        elsif degrees is not distinct from new.cell_degrees then
            return new;
        end if;
        select * into strict exact from exact_places e where e.entity = tg_table_name and e.id = new.id;
    else
        exact.entity := tg_table_name;
        exact.id := new.id;
        exact.geom := new.geom;
        exact.country_id := new.country_id;
        exact.region_id := new.region_id;
        exact.location_accuracy_m := new.location_accuracy_m;
        if tg_table_name in ('observations', 'absences') then
            exact.flags := new.flags;
            exact.remarks := new.notes;
        else
            exact.remarks := new.remarks;
        end if;
        if tg_table_name = 'sampling_events' then
            exact.site_id := new.site_id;
        end if;
        exact.metadata := new.metadata - shown;
        if tg_op = 'INSERT' then -- an id that is taken changes nothing
            stored := case tg_table_name
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
        delete from exact_places e where e.entity = tg_table_name and e.id = new.id;
        new.geom := exact.geom;
        new.country_id := exact.country_id;
        new.region_id := exact.region_id;
        new.location_accuracy_m := exact.location_accuracy_m;
        new.metadata := new.metadata || exact.metadata;
    else
        cell := cell_around(exact.geom, degrees);
        new.geom := drawn_place(exact.geom, degrees, case when new.data_source_key is null then new.id::text
            else new.data_source_key || ' ' || degrees || ' ' || round(ST_X(exact.geom)::numeric, 7) || ' ' || round(ST_Y(exact.geom)::numeric, 7) end);
        new.country_id := country_of_cell(cell);
        new.region_id := (select c.region_id from countries c where c.id = new.country_id);
        new.location_accuracy_m := least(1e8, ceil(ST_MaxDistance(new.geom, cell) * 111700 + coalesce(exact.location_accuracy_m, 0)));
        new.metadata := new.metadata - array(select jsonb_object_keys(new.metadata - shown));
    end if;
    if tg_table_name in ('observations', 'absences') then
        new.flags := case when degrees is null then exact.flags
            else exact.flags & 48 | case when new.location_accuracy_m >= 10000 then 8 else 0 end | range_flag(new.taxon_key, new.region_id) end;
        new.notes := case when degrees is null then exact.remarks end;
    else
        new.remarks := case when degrees is null then exact.remarks end;
    end if;
    if tg_table_name = 'sampling_events' then
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
    delete from exact_places e where e.entity = tg_table_name and e.id = old.id;
    return null;
end $function$;

CREATE OR REPLACE FUNCTION obscure_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
    wish double precision;
begin
    if tg_table_name = 'observations' then
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
            'when (coalesce(current_setting(''skeeter.exact'', true), '''') <> ''on'') execute function draw_place()', name);
        execute format('create or replace trigger %1$s_forgotten after delete on %1$I for each row when (old.cell_degrees > 0) execute function forget_place()', name);
    end loop;
    foreach name in array array['observations', 'absences', 'pools'] loop
        execute format('create or replace trigger %1$s_obscure_event after insert or update on %1$I for each row '
            'when (new.cell_degrees > 0 and new.event_id is not null and new.data_source_key is not null) execute function obscure_event()', name);
    end loop;
end $$;

drop function place_seed;
