-- Where a reader of the change log stands: the epoch, "" without one, the snapshot of this transaction, the number of
-- transactions that it sees, and the seconds since the newest of them wrote. tileindex.
select coalesce((select epoch::text from observation_epoch), '') as epoch, pg_current_snapshot()::text as snapshot,
       coalesce((select forgotten from observation_epoch), 0) + count(*) as number,
       coalesce(extract(epoch from clock_timestamp() - max(logged_at)), 0)::float8 as age
from observation_commits
