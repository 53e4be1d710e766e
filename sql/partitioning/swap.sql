-- Writes the statements that put the new table and the materialized views over it in the place of the old ones, with their triggers, rights,
-- comments and publications, and let views read them. The old table is left empty under another name (drop_old.sql drops it): to drop it here would lock
-- the tables that its foreign keys refer to. Foreign keys are those of the partitions, which can be added without a check.
-- Caller: partitioning.move.trySwap
-- Index: none
with recursive old as (
    select c.* , c.oid as table_oid from pg_class c where c.oid = to_regclass('public.' || @entity::text)
), reading as (
-- include: fragment/views_over.sql
), views as (
    select v.oid, v.relname, n.nspname, v.relkind, v.reloptions, max(reading.depth) as depth
    from reading join pg_class v on v.oid = reading.oid join pg_namespace n on n.oid = v.relnamespace
    group by 1, 2, 3, 4, 5
), moved as (
    select c.oid, c.relname, c.relkind, c.relowner, c.relacl from pg_class c where c.oid in (select table_oid from old union all select oid from views where relkind = 'm' and depth = 1)
), grants as (
    select m.relname, a.privilege_type, null::name as attname, a.grantee, a.is_grantable from moved m cross join lateral aclexplode(m.relacl) a where a.grantee <> m.relowner
    union all
    select m.relname, a.privilege_type, t.attname, a.grantee, a.is_grantable
    from moved m join pg_attribute t on t.attrelid = m.oid and not t.attisdropped cross join lateral aclexplode(t.attacl) a
)
select statement from (
    select 1 as nth, 0 as depth, relname::text as of, format('alter %s public.%I rename to %I', case relkind when 'm' then 'materialized view' else 'table' end, relname, relname || '_before') as statement
    from moved
    union all
    -- Names of indexes and statistics are free again.
    select 2, 0, i.relname, format('alter index public.%I rename to %I', i.relname, left(i.relname, 50) || '_before')
    from moved m join pg_index x on x.indrelid = m.oid join pg_class i on i.oid = x.indexrelid
    union all
    select 2, 1, s.stxname, format('alter statistics public.%I rename to %I', s.stxname, left(s.stxname, 50) || '_before') from old join pg_statistic_ext s on s.stxrelid = old.table_oid
    union all
    select 3, 0, relname, format('alter %s partitioning.%I set schema public', case relkind when 'm' then 'materialized view' else 'table' end, relname) from moved
    union all
    select 3, 1, s.stxname, format('alter statistics partitioning.%I set schema public', s.stxname) from old join pg_statistic_ext s on s.stxrelid = old.table_oid
    union all
    -- A new owner needs this right, and the server's role has none (deploy/roles.sql).
    select distinct 3, 2, pg_get_userbyid(relowner), format('grant create on schema public to %I', pg_get_userbyid(relowner)) from moved where not has_schema_privilege(relowner, 'public', 'CREATE')
    union all
    select 4, 0, relname, format('alter %s public.%I owner to %I', case relkind when 'm' then 'materialized view' else 'table' end, relname, pg_get_userbyid(relowner)) from moved
    union all
    select 4, 1, leaf.relid::regclass::text, format('alter table %s owner to %I', leaf.relid::regclass, pg_get_userbyid(old.relowner))
    from old cross join pg_partition_tree(format('partitioning.%I', old.relname)::regclass) leaf join pg_class c on c.oid = leaf.relid
    where leaf.level > 0 and c.relkind = 'r' and c.relowner <> old.relowner
    union all
    select 4, 2, k.conname, format('alter table public.%I add constraint %I %s', old.relname, k.conname, pg_get_constraintdef(k.oid))
    from old join pg_constraint k on k.conrelid = old.table_oid and k.contype = 'c' and not k.convalidated
    union all
    select 4, 3, leaf.name, format('alter table %s %s', leaf.name, string_agg(format('add constraint %I %s%s', k.conname, pg_get_constraintdef(k.oid),
        case when k.convalidated then ' not valid' else '' end), ', ' order by k.conname))
    from old join pg_constraint k on k.conrelid = old.table_oid and k.contype = 'f'
    cross join lateral (
        select relid::regclass::text from pg_partition_tree(format('partitioning.%I', old.relname)::regclass) where isleaf and level > 0
        union all
        select format('public.%I', old.relname) from pg_class c where c.oid = format('partitioning.%I', old.relname)::regclass and c.relkind = 'r'
    ) leaf (name)
    group by leaf.name
    union all
    select distinct 4, 4, pg_get_userbyid(relowner), format('revoke create on schema public from %I', pg_get_userbyid(relowner)) from moved where not has_schema_privilege(relowner, 'public', 'CREATE')
    union all
    select 5, 0, relname, format('grant %s%s on public.%I to %s%s', privilege_type, coalesce(' (' || quote_ident(attname) || ')', ''), relname,
        case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end, case when is_grantable then ' with grant option' else '' end)
    from grants
    union all
    select 6, 0, relname, format('comment on %s public.%I is %L', case relkind when 'm' then 'materialized view' else 'table' end, relname, obj_description(oid, 'pg_class'))
    from moved where obj_description(oid, 'pg_class') is not null
    union all
    select 6, 1, m.relname || a.attname, format('comment on column public.%I.%I is %L', m.relname, a.attname, col_description(m.oid, a.attnum))
    from moved m join pg_attribute a on a.attrelid = m.oid and a.attnum > 0 and not a.attisdropped
    where m.relkind = 'm' and col_description(m.oid, a.attnum) is not null
    union all
    select 7, v.depth, v.relname, format('create or replace view %I.%I %s as %s', v.nspname, v.relname,
        case when v.reloptions is null then '' else format('with (%s)', array_to_string(v.reloptions, ', ')) end, pg_get_viewdef(v.oid))
    from views v where v.relkind = 'v'
    union all
    select 8, 0, t.tgname, pg_get_triggerdef(t.oid) from old join pg_trigger t on t.tgrelid = old.table_oid where not t.tgisinternal and t.tgname <> 'rows_noted'
    union all
    select 9, 0, t.tgname, format('alter table public.%I %s trigger %I', old.relname, case t.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'disable' end, t.tgname)
    from old join pg_trigger t on t.tgrelid = old.table_oid where not t.tgisinternal and t.tgname <> 'rows_noted' and t.tgenabled <> 'O'
    union all
    select 10, 0, p.pubname, format('alter publication %I add table public.%I', p.pubname, old.relname)
    from old join pg_publication_rel r on r.prrelid = old.table_oid join pg_publication p on p.oid = r.prpubid
    union all
    select 10, 1, p.pubname, format('alter publication %I set (publish_via_partition_root = true)', p.pubname) -- who subscribed knows the table alone
    from old join pg_publication p on not p.pubviaroot and (p.puballtables or p.oid in (select r.prpubid from pg_publication_rel r where r.prrelid = old.table_oid))
    where exists (select from partitioning.moves m where m.entity = @entity::text and m.partitioned)
    union all
    select 10, 2, p.pubname, format('alter publication %I drop table public.%I', p.pubname, old.relname || '_before') -- who subscribed is not told of the truncation
    from old join pg_publication_rel r on r.prrelid = old.table_oid join pg_publication p on p.oid = r.prpubid
    union all
    select 11, 0, relname, format('drop materialized view public.%I', relname || '_before') from moved where relkind = 'm'
    union all
    select 11, nth, relname, format(statement, relname || '_before')
    from old cross join (values
        (1, 'alter table public.%I set schema partitioning'),
        (2, 'alter table partitioning.%I disable trigger user'), -- one begins the change log anew
        (3, 'truncate partitioning.%I')
    ) steps (nth, statement)
    union all
    select 12, 0, '', format('delete from partitioning.moves where entity = %L', @entity::text)
    union all
    -- A transaction that began before does not see the rows that came over last, so whoever follows the change log begins anew.
    select 12, 1, '', 'delete from public.observation_epoch'
    union all
    select 12, 2, '', $$select pg_notify('skeeter_observations', '')$$
    union all
    select 12, 3, '', 'update public.gis_counted set data_version = default' -- the summaries were built before the last rows came over
) s
order by nth, depth, of
