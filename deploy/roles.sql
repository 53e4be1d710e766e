-- Least privilege on a database of your own (SKEETER_DATABASE_URL): the owner changes the schema, the writer runs the server.
--
-- 1. An administrator, once:
--      create role skeeter_owner login password '...';
--      create role skeeter_writer login password '...';
--      grant skeeter_writer to skeeter_owner;
--      create database skeeter owner skeeter_owner;
--      \connect skeeter
--      create extension postgis;
-- 2. With the owner's address in SKEETER_DATABASE_URL, once and for every new version: skeeter migrate up
-- 3. As the owner, after each of them, as often as you like: psql -v ON_ERROR_STOP=1 -f deploy/roles.sql
-- 4. The server, and skeeter import, with the writer's address. Readers of the schema gis: skeeter grant-readonly, as the owner.
--
-- The writer reads and writes rows. It can neither change the schema nor truncate tables nor create roles. A new version of skeeter
-- that needs a migration reports that and exits.
--
-- Private data sources: the owner makes them private or public (skeeter private), also on the day that --until named. The writer reads and writes their
-- records as it does public ones. Roles that may only read public tables, and those of the schema gis, get nothing of them.
begin;

revoke create on schema public from public;
grant usage on schema public, gis to skeeter_writer;
grant select on all tables in schema public, gis to skeeter_writer;
grant usage, select on all sequences in schema public to skeeter_writer;
grant insert, update, delete on all tables in schema public to skeeter_writer;
revoke insert, update, delete on schema_migrations from skeeter_writer;
grant execute on function redact_history to skeeter_writer;

-- The server refreshes these materialized views when records changed, which only their owner may do before PostgreSQL 17. The owner
-- of the database is a member of the writer and can still change and drop them.
grant create on schema public to skeeter_writer;
alter materialized view observation_sums owner to skeeter_writer;
alter materialized view sites owner to skeeter_writer;
alter materialized view region_shapes owner to skeeter_writer;
revoke create on schema public from skeeter_writer;
grant select on observation_sums, sites, region_shapes to skeeter_owner;

-- Private data sources that were there before: whoever may write the public records may write theirs.
select share_private_schema(key) from all_data_sources where private;

commit;
