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

alter function create_private_schema rename to create_private_tables;
create function create_private_schema(source int) returns void language plpgsql as $$
begin
    perform create_private_tables(source);
    perform share_private_schema(source);
end $$;
comment on function create_private_schema is 'makes the empty tables of a private data source, for those who may write its records';
