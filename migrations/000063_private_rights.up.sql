-- A server whose role does not own the schema (deploy/roles.sql) works with private data sources that the owner made.

-- A private data source is for those who may write its records: roles that may only read the public tables get nothing, and rights that default privileges
-- gave go. Roles that already had a right and no longer have it lose it.
create function share_private_schema(source int) returns void language plpgsql as $$
declare
    room   text := 'private_' || source;
    step   text;
begin
    for step in
        select format('revoke all on schema %I from %s', room, case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
        from pg_namespace n cross join aclexplode(n.nspacl) a where n.nspname = room and a.grantee <> n.nspowner
        union
        select format('revoke all on %s %I.%I from %s', case c.relkind when 'S' then 'sequence' else 'table' end, room, c.relname,
            case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
        from pg_class c cross join aclexplode(c.relacl) a
        where c.relnamespace = to_regnamespace(room) and c.relkind in ('r', 'p', 'v', 'S') and a.grantee <> c.relowner
    loop
        execute step;
    end loop;
    for step in
        with writers as (
            select distinct a.grantee as role
            from pg_class c cross join aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
            where c.oid = 'public.observations'::regclass and a.privilege_type = 'INSERT' and a.grantee <> 0
              and a.grantee <> (select n.nspowner from pg_namespace n where n.nspname = room)
        )
        select format('grant usage on schema %I to %s', room, w.role::regrole) from writers w
        union all
        select format('grant %s on %s %I.%I to %s%s', a.privilege_type, case c.relkind when 'S' then 'sequence' else 'table' end, room, c.relname,
            a.grantee::regrole, case when a.is_grantable and a.grantee <> p.relowner then ' with grant option' else '' end)
        from pg_class c
        join pg_class p on p.relname = c.relname and p.relnamespace = 'public'::regnamespace
        cross join aclexplode(coalesce(p.relacl, acldefault(case p.relkind when 'S' then 's' else 'r' end::"char", p.relowner))) a
        join writers w on w.role = a.grantee
        where c.relnamespace = to_regnamespace(room) and c.relkind in ('r', 'p', 'v', 'S')
    loop
        execute step;
    end loop;
end $$;
comment on function share_private_schema is 'gives the roles that may write the public records the same rights on the tables of a private data source, and nobody else any';

create or replace function create_private_schema(source int) returns void language plpgsql as $$
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
    perform share_private_schema(source);
end $$;
