-- The statements that let a role read schema gis, and the views that later versions put there; the history is for auditors.
-- Caller: gis.Grant
select format('grant connect on database %I to %I', current_database(), @role::text)
union all
select format('grant usage on schema %I to %I', n.nspname, @role::text)
from pg_namespace n
-- PostGIS's own schema, for its functions and types.
where n.nspname = 'gis' or n.oid = (select extnamespace from pg_extension where extname = 'postgis')
union all
select format('grant select on all tables in schema gis to %I', @role::text)
union all
select format(case when @auditor::boolean then 'grant select on gis.history to %I' else 'revoke all on gis.history from %I' end, @role::text)
union all
select format('alter default privileges in schema gis grant select on tables to %I', @role::text)
