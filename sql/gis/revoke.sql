-- The statements that undo grant.sql and join_readers.sql in this database.
-- Caller: gis.Revoke
select format('alter default privileges in schema gis revoke select on tables from %I', @role::text)
union all
select format('revoke all on all tables in schema gis from %I', @role::text)
union all
select format('revoke all on schema %I from %I', n.nspname, @role::text)
from pg_namespace n
where n.nspname = 'gis' or n.oid = (select extnamespace from pg_extension where extname = 'postgis')
union all
select format('revoke connect on database %I from %I', current_database(), @role::text)
union all
select format('revoke %I from %I', g.rolname, @role::text) from pg_roles g where g.rolname = @group
