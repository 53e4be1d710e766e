-- Data sources that are not public. Each has a schema of its own, with tables like those of what is public: nothing that reads a public table can tell
-- what lies there. Sessions with the schema first in their search_path find its tables, and all others where they were.

alter table data_sources rename to all_data_sources;
alter table all_data_sources add column private boolean not null default false;
alter table all_data_sources add column public_from date;
alter table all_data_sources add column tables_version bigint;
alter table all_data_sources add constraint all_data_sources_public_from check (private or public_from is null);
comment on table all_data_sources is 'where records are from, private data sources among them';
comment on column all_data_sources.private is 'its records lie in the schema private_ with its key, for those who may write them';
comment on column all_data_sources.tables_version is 'version of the schema by which the tables of a private data source were made';
comment on column all_data_sources.public_from is 'day (UTC) from which it is public; null: until somebody says so';

create view data_sources as
select key, id, name, licence, citation, url, synthetic, imported_at, dataset_id, contact, obscured_degrees from all_data_sources where not private;
comment on view data_sources is 'where records are from: those that are public, and in the schema of a private one that one';
do $$
declare
    col record;
begin
    for col in select a.attname, col_description('all_data_sources'::regclass, a.attnum) as says from pg_attribute a where a.attrelid = 'data_sources'::regclass and a.attnum > 0 loop
        execute format('comment on column data_sources.%I is %L', col.attname, col.says);
    end loop;
end $$;

-- An import or a create that began before its data source became private ends here, and so does every mistake.
create function keep_apart() returns trigger language plpgsql as $$
begin
    if exists (select from all_data_sources where private)
       and exists (select from changed c where c.data_source_key is not null and not exists (select from data_sources d where d.key = c.data_source_key)) then
        raise exception 'records of a private data source lie apart' using errcode = 'restrict_violation';
    end if;
    return null;
end $$;
comment on function keep_apart is 'refuses rows of private data sources in public tables, and rows of others in those of a private one';

do $$
declare
    name text;
begin
    foreach name in array array['observations', 'absences', 'sampling_events', 'pools'] loop
        execute format('create trigger %1$s_kept_apart after insert on %1$I referencing new table as changed for each statement execute function keep_apart()', name);
        execute format('create trigger %1$s_kept_apart_still after update on %1$I referencing new table as changed for each statement execute function keep_apart()', name);
    end loop;
end $$;

-- A name that private records alone have would tell what they are.
create function private_here() returns int[] language sql stable
    return case when current_schema() ~ '^private_[0-9]+$' then array[substr(current_schema(), 9)::int] end;
comment on function private_here is 'key of the private data source whose tables the session sees; null for the public ones';
alter table taxa add column private_to int[];
alter table taxa alter column private_to set default private_here();
comment on column taxa.private_to is 'the private data sources (all_data_sources.key) that alone have the name; null: everybody may know it';

create function private_tables() returns text[] language sql immutable parallel safe return array[
    'sampling_events', 'observations', 'absences', 'pools', 'removals', 'held_events', 'held_observations', 'held_absences', 'held_pools',
    'exact_places', 'obscured_events', 'observation_requests', 'event_requests', 'pool_requests', 'receipts', 'identifications',
    'observation_epoch', 'observation_changes', 'observation_touches', 'observation_areas', 'event_changes', 'pool_changes', 'index_snapshots'];
comment on function private_tables is 'the tables of a private data source';

-- Places are exact there: who may read them may know them. Rules of names and events are for the public.
create function create_private_schema(source int) returns void language plpgsql as $$
declare
    room text := 'private_' || source;
    name text;
    made record;
begin
    execute format('create schema %I', room);
    execute format('comment on schema %I is %L', room, 'records of a private data source');
    foreach name in array private_tables() loop
        execute format('create %3$s table %1$I.%2$I (like public.%2$I including all)', room, name,
            (select case relpersistence when 'u' then 'unlogged' else '' end from pg_class where oid = format('public.%I', name)::regclass));
    end loop;
    execute format('insert into %I.observation_epoch default values', room);
    for made in select k.relname as name, c.conname, pg_get_constraintdef(c.oid) as def, f.relname as target
                from pg_constraint c join pg_class k on k.oid = c.conrelid join pg_class f on f.oid = c.confrelid
                where c.contype = 'f' and k.relnamespace = 'public'::regnamespace and k.relname = any(private_tables()) loop
        execute format('alter table %I.%I add constraint %I %s', room, made.name, made.conname,
            case when made.target = any(private_tables())
                 then regexp_replace(made.def, ' REFERENCES (public\.)?[a-z_]+', format(' REFERENCES %I.%I', room, made.target)) else made.def end);
    end loop;
    foreach name in array array['sampling_events', 'observations', 'absences', 'pools'] loop
        execute format('alter table %I.%I add check (data_source_key is not null and data_source_key = %s)', room, name, source);
        execute (select format('create view %1$I.%2$I as select %3$s from %1$I.%4$I', room, 'exact_' || name, string_agg(quote_ident(a.attname), ', ' order by a.attnum), name)
                 from pg_attribute a where a.attrelid = format('public.%I', 'exact_' || name)::regclass and a.attnum > 0);
    end loop;
    execute format('create view %I.data_sources as select key, id, name, licence, citation, url, synthetic, imported_at, dataset_id, contact,
        null::double precision as obscured_degrees from public.all_data_sources where key = %s', room, source);
    execute format('create view %I.obscured_taxa as select * from public.obscured_taxa where false', room);
end $$;
comment on function create_private_schema is 'makes the empty tables of a private data source';

create function create_private_triggers(source int) returns void language plpgsql as $$
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
end $$;
comment on function create_private_triggers is 'lets the tables of a private data source log changes as those of the public do';

-- PostGIS estimates extents and counts of any table for anybody. Who owns its functions may forbid that.
create function hide_extents() returns void language plpgsql as $$
declare
    estimate regprocedure;
begin
    for estimate in select p.oid from pg_proc p
                    where p.proname in ('st_estimatedextent', '_postgis_index_extent', '_postgis_stats', '_postgis_selectivity', '_postgis_join_selectivity')
                      and p.proowner = (select oid from pg_roles where rolname = current_user) and has_function_privilege('public', p.oid, 'execute') loop
        execute format('revoke execute on function %s from public', estimate);
    end loop;
end $$;
comment on function hide_extents is 'keeps roles that read schema gis from asking PostGIS where the records of private data sources lie';

-- Rows keep what they say. Columns are named: those of another version may be in another order.
create function copy_rows(from_schema text, to_schema text, name text, condition text) returns void language plpgsql as $$
declare
    columns text := (
        select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = format('%I.%I', from_schema, name)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
          and exists (select from pg_attribute b where b.attrelid = format('%I.%I', to_schema, name)::regclass and b.attname = a.attname and not b.attisdropped));
begin
    execute format('insert into %1$I.%2$I (%3$s) select %3$s from %4$I.%2$I x where %5$s', to_schema, name, columns, from_schema, condition);
end $$;
comment on function copy_rows is 'copies the rows of a table that meet a condition from one schema to another';

create function set_private(source int, hide boolean, until date) returns void language plpgsql as $$
declare
    room    text := 'private_' || source;
    here    text := case when hide then 'public' else room end;
    there   text := case when hide then room else 'public' end;
    own     text := 'x.data_source_key = ' || source;
    removed text := format('x.data_source = (select d.id from all_data_sources d where d.key = %s)', source);
    -- What was removed with an earlier data source of the name has the key of that one.
    held    text := format('(%s or x.removal in (select x.id from %I.removals x where %s))', own, here, removed);
    records text := format('x.observation_id in (select x.id from %1$I.observations x where %2$s union all
                                                 select x.id from %1$I.held_observations x where %3$s)', here, own, held);
    name    text;
begin
    if (select d.private from all_data_sources d where d.key = source) = hide then
        update all_data_sources set public_from = until where key = source;
        return;
    end if;
    -- All at once or none: who holds one of them may wait for another. The first four are what new tables refer to.
    loop
        begin
            lock table taxa, countries, regions, diseases, observations, absences, sampling_events, pools, removals,
                held_observations, held_absences, held_events, held_pools in share row exclusive mode nowait;
            exit;
        exception when lock_not_available then
            perform pg_sleep(0.02);
        end;
    end loop;
    if hide then
        perform reveal_places(array[source]);
        perform create_private_schema(source);
    end if;
    if hide then
        perform hide_extents();
    else
        update taxa set private_to = null where source = any(private_to);
    end if;
    update all_data_sources
    set private = hide, public_from = until, tables_version = case when hide then (select version from schema_migrations) end
    where key = source;
    if not hide then
        perform set_config('skeeter.exact', '', true); -- the rules of places apply again
    end if;
    foreach name in array array['sampling_events', 'observations', 'absences', 'pools'] loop
        perform copy_rows(here, there, name, own);
    end loop;
    perform copy_rows(here, there, 'removals', removed);
    foreach name in array array['held_events', 'held_observations', 'held_absences', 'held_pools'] loop
        perform copy_rows(here, there, name, held);
    end loop;
    perform copy_rows(here, there, 'observation_requests', format('exists (select from %I.observations o where o.id = x.id and o.data_source_key = %s)', here, source));
    perform copy_rows(here, there, 'event_requests', format('exists (select from %I.sampling_events o where o.id = x.id and o.data_source_key = %s)', here, source));
    perform copy_rows(here, there, 'pool_requests', format('exists (select from %I.pools o where o.id = x.id and o.data_source_key = %s)', here, source));
    perform copy_rows(here, there, 'receipts', records);
    perform copy_rows(here, there, 'identifications', records);
    if not hide then
        execute format('drop schema %I cascade', room);
        return;
    end if;
    execute format('delete from public.receipts x where %s', records);
    execute format('delete from public.identifications x where %s', records);
    foreach name in array array['held_events', 'held_observations', 'held_absences', 'held_pools'] loop
        execute format('delete from public.%I x where %s', name, held);
    end loop;
    foreach name in array array['pools', 'absences', 'observations', 'sampling_events'] loop
        execute format('delete from public.%I x where %s', name, own);
    end loop;
    execute format('delete from public.removals x where %s', removed);
    perform set_config('skeeter.exact', '', true);
    foreach name in array array['sampling_events', 'observations', 'absences', 'pools'] loop
        execute format('update %I.%I set cell_degrees = null where cell_degrees is not null', room, name);
    end loop;
    perform create_private_triggers(source);
end $$;
comment on function set_private is 'makes a data source private, until a day where one is given, or public';

create function taxa_elsewhere() returns setof int language plpgsql as $$
declare
    room text;
    name text;
begin
    for room in select 'public' union all select 'private_' || key from all_data_sources where private loop
        if room <> current_schema() then
            foreach name in array array['observations', 'absences', 'pools', 'held_observations', 'held_absences', 'held_pools'] loop
                return query execute format('select distinct taxon_key from %I.%I', room, name);
            end loop;
        end if;
    end loop;
end $$;
comment on function taxa_elsewhere is 'the taxa of records that this session does not see, public or of private data sources';

create function records_of_account(of_account uuid) returns setof uuid language plpgsql as $$
declare
    room text;
begin
    for room in select 'public' union all select 'private_' || key from all_data_sources where private loop
        return query execute format('select id from %1$I.observations where account = $1 union select id from %1$I.held_observations where account = $1', room)
            using of_account;
    end loop;
end $$;
comment on function records_of_account is 'the observations that an account made, public or not';

create or replace function redact_account(of_account uuid) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
declare
    redacted bigint;
begin
    perform set_config('skeeter.redaction', 'on', true);
    with own as materialized (
        select r.id::text as id from records_of_account(of_account) r (id)
    ), entries as materialized (
        -- one row an entry: that an account made, of one of its records, or of the account itself, which it may have made too
        select h.id, array[]::text[] as members from history h where h.actor_kind = 'account' and h.actor = of_account::text
            and not (h.entity = 'observation' and h.entity_id in (select id from own)) and not (h.entity = 'account' and h.entity_id = of_account::text)
        union all
        select h.id, array['observer_name', 'user_id', 'metadata'] from own join history h on h.entity = 'observation' and h.entity_id = own.id
        union all
        select h.id, array['name'] from history h where h.entity = 'account' and h.entity_id = of_account::text
    )
    update history h
    set actor = case when h.actor_kind = 'account' and h.actor = of_account::text then null else h.actor end,
        actor_kind = case when h.entity = 'observation' and e.members <> '{}' and h.actor_kind = 'account' and h.actor = of_account::text
                          then 'reporter' else h.actor_kind end,
        entity_id = case when h.entity = 'account' and h.entity_id = of_account::text then 'erased' else h.entity_id end,
        was = case when h.was ?| e.members
                   then (select jsonb_object_agg(key, case when key = any(e.members) then '"redacted"' else value end) from jsonb_each(h.was)) else h.was end,
        became = case when h.became ?| e.members
                      then (select jsonb_object_agg(key, case when key = any(e.members) then '"redacted"' else value end) from jsonb_each(h.became)) else h.became end
    from entries e where e.id = h.id;
    get diagnostics redacted = row_count;
    perform set_config('skeeter.redaction', '', true);
    return redacted;
end $$;

-- A program of another version may ask for other columns.
create function renew_private_schemas() returns void language plpgsql as $$
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
comment on function renew_private_schemas is 'makes the tables of private data sources anew, as those of the public are by now';
