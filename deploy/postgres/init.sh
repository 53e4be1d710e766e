#!/bin/sh
# The first start of the container of a database, or of a Citus worker, runs it once. The server's role owns its database and is no superuser; the role with which
# Grafana reads waits for `skeeter grant-readonly`.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SKEETER_DATABASE_PASSWORD" -v reader_password="$SKEETER_READONLY_PASSWORD" \
  -v replication_password="$SKEETER_REPLICATION_PASSWORD" -v citus_password="$SKEETER_CITUS_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role skeeter login password :'password';
-- Imports store a third faster with it, and skeeter optimize needs it.
grant set on parameter session_replication_role to skeeter;
create database skeeter owner skeeter;

-- grant-readonly sets the same where it may create roles.
create role grafana login connection limit 20 password :'reader_password';
alter role grafana set default_transaction_read_only = on;
alter role grafana set statement_timeout = '2min';
alter role grafana set search_path = gis, public;
alter role grafana set jit = off;

-- Copies the database, and reads nothing by SQL.
create role replica login replication connection limit 10 password :'replication_password';

\connect skeeter
create extension postgis;
-- From now on the superuser logs in within this container only: docker compose exec database psql -U postgres
-- The nodes of a Citus cluster log in to each other as the superuser, with a password that servers do not have.
select format('alter role postgres password %L', nullif(:'citus_password', '')) \gexec
SQL
echo "host replication replica all scram-sha-256" >>"$PGDATA/pg_hba.conf"
