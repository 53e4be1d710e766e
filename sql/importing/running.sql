-- How many imports run in this database now, by the locks of mark_running.sql. A killed import loses its lock with its connection.
-- Caller: importing.Metrics.look
select count(*) as running
from pg_locks
where locktype = 'advisory' and objsubid = 1 and granted and mode = 'ShareLock'
  and database = (select oid from pg_database where datname = current_database())
  and (classid::bigint << 32 | objid::bigint) = hashtextextended('skeeter import', 0)
