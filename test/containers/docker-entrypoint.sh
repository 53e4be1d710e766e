#!/bin/sh
# Makes a cluster in an empty PGDATA, with the superuser's password and the scripts of /docker-entrypoint-initdb.d, then runs
# PostgreSQL, as the user postgres. Inside the container PostgreSQL asks for no password, as its image has it.
set -eu
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /run/postgresql
  chown postgres "$PGDATA" /run/postgresql
  chmod 700 "$PGDATA"
  export HOME=/var/lib/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username postgres --pwfile /tmp/password --encoding UTF8 --locale C.UTF-8 >/dev/null
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=" start
  for script in /docker-entrypoint-initdb.d/*.sh; do "$script"; done
  pg_ctl -w -m fast stop
fi
exec "$@" -c "listen_addresses=*"
