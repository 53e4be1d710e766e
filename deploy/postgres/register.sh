#!/bin/sh
# register.sh COORDINATOR WORKER...: makes a Citus cluster of the databases on these hosts. A node logs in to another one as the superuser,
# and as skeeter for what skeeter asks. Run again, it changes nothing.
set -eu
on() {
  PGPASSWORD=$SKEETER_CITUS_PASSWORD psql -v ON_ERROR_STOP=1 -v password="$SKEETER_DATABASE_PASSWORD" -v citus_password="$SKEETER_CITUS_PASSWORD" \
    --no-psqlrc --quiet --output /dev/null --host "$1" --username postgres --dbname skeeter
}
for node; do
  on "$node" <<'SQL'
set client_min_messages = warning;
set citus.enable_ddl_propagation = off; -- a worker of a cluster refuses it, even where there is nothing to do
create extension if not exists citus;
create extension if not exists postgis;
insert into pg_dist_authinfo (nodeid, rolename, authinfo)
values (0, 'postgres', 'password=' || :'citus_password'), (0, 'skeeter', 'password=' || :'password')
on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo;
SQL
done
coordinator=$1
shift
{
  echo "select citus_set_coordinator_host('$coordinator');"
  for worker; do echo "select citus_add_node('$worker', 5432);"; done
  echo "grant execute on function recover_prepared_transactions() to skeeter;" # after a commit that a worker missed
} | on "$coordinator"
echo "$coordinator has the workers $*"
