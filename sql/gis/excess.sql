-- What a role may do beyond schema gis: whether it is the owner or a member of it, and the first of the owner's other tables and
-- views that it may read or change, '' for none. Objects of PostGIS do not count, because everybody may read them.
-- Caller: gis.checkExcess
select pg_has_role(@role, n.nspowner, 'member') as owner,
       coalesce((
           select c.oid::regclass::text
           from pg_class c
           where c.relowner = n.nspowner and c.relkind in ('r', 'p', 'v', 'm')
             and c.relnamespace not in (n.oid, 'information_schema'::regnamespace, 'pg_catalog'::regnamespace)
             and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
             and (has_any_column_privilege(@role, c.oid, 'select, insert, update, references')
                  or has_table_privilege(@role, c.oid, 'delete, truncate, trigger'))
           order by 1
           limit 1), '') as excess
from pg_namespace n
where n.nspname = 'gis'
