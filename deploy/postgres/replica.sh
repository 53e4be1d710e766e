#!/bin/sh
# A replica's container: copies the primary into an empty volume, and runs PostgreSQL. A copy that was interrupted begins anew.
set -eu
folder=/var/lib/postgresql/data
export PGDATA=$folder/replica
if [ ! -e "$PGDATA" ]; then
  rm -rf "$folder/copy"
  PGPASSWORD=$SKEETER_REPLICATION_PASSWORD pg_basebackup --dbname "host=database user=replica application_name=$HOSTNAME" \
    --pgdata "$folder/copy" --wal-method stream --write-recovery-conf --checkpoint fast
  mv "$folder/copy" "$PGDATA"
fi
exec docker-entrypoint.sh "$@"
