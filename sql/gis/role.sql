-- What PostgreSQL knows of a role; no row when there is none.
-- Caller: gis.findRole
select r.rolcanlogin as can_login,
       r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls as powerful,
       coalesce(shobj_description(r.oid, 'pg_authid'), '') as comment
from pg_roles r
where r.rolname = @role
