-- Where a reader of the change log stands: the epoch, '' without one, the snapshot of this transaction, how often each area
-- was touched as far as it sees, the seconds since the newest touch, and a place in the write-ahead log before which all is committed that it sees, 0 on a replica. It reads the whole log: advance.sql goes on from there.
-- Caller: tileindex.Index.inSnapshot
-- Index: none, small tables
with touches as (
    select area, sum(n)::bigint as n, max(newest) as newest
    from (
        select area, forgotten as n, null as newest from observation_areas
        union all
        select area, count(*), max(logged_at) from observation_touches group by area
    ) counted
    group by area
)
select log_epoch() as epoch, log_snapshot() as snapshot,
       coalesce(array_agg(area), '{}') as areas, coalesce(array_agg(n), '{}') as touches,
       coalesce(extract(epoch from clock_timestamp() - max(newest)), 0)::float8 as age,
       (case when pg_is_in_recovery() then 0 else pg_current_wal_insert_lsn() - '0/0' end)::bigint as wal
from touches
