# Debian's PostgreSQL with Citus of the machine. As in the image of Citus, new clusters load its library, the database postgres has
# the extension, and PostGIS is not there. The library fits the minor version of the machine, which has security updates.
FROM docker.io/library/debian:bookworm-slim
ENV PG_MAJOR=15
RUN mkdir -p /etc/postgresql-common/createcluster.d && echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.d/none.conf \
 && echo "deb http://deb.debian.org/debian-security bookworm-security main" >>/etc/apt/sources.list \
 && apt-get update && apt-get install -y --no-install-recommends postgresql-15 libcurl4 && rm -rf /var/lib/apt/lists/* \
 && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data \
 && echo "shared_preload_libraries='citus'" >>/usr/share/postgresql/15/postgresql.conf.sample \
 && ln -s 15/postgresql.conf.sample /usr/share/postgresql/postgresql.conf.sample \
 && install -d /docker-entrypoint-initdb.d && printf '#!/bin/sh\npsql -U postgres -c "create extension citus"\n' >/docker-entrypoint-initdb.d/001-citus.sh \
 && chmod +x /docker-entrypoint-initdb.d/001-citus.sh
COPY lib /usr/lib/postgresql/15/lib
COPY extension /usr/share/postgresql/15/extension
COPY docker-entrypoint.sh /usr/local/bin/
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
