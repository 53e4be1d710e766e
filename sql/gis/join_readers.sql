-- The statements that let a role connect to the port of the embedded database.
-- Caller: gis.Grant
select format('create role %I nologin', @group::text) where not exists (select from pg_roles where rolname = @group)
union all
select format('grant %I to %I', @group::text, @role::text)
union all
-- A session cannot set it: only an administrator may.
select format('alter role %I in database %I set temp_file_limit = %L', @role::text, current_database(), '1GB')
union all
-- What everybody may in PostgreSQL and no reader needs: locks that an import or another server would wait for, large objects,
-- writing to the log of changes, temporary tables.
select format('revoke execute on function %s from public', p.oid::regprocedure)
from pg_proc p
where p.pronamespace = 'pg_catalog'::regnamespace and (p.proname ~ '^pg(_try)?_advisory_' or p.proname ~ '^lo(_|read$|write$)' or p.proname in ('pg_logical_emit_message', 'pg_notify'))
union all
select format('revoke temporary on database %I from public', current_database())
