-- Up to where the distributed tables hold what was written: where no record changed since, up to a position that was asked for before. It is one less while
-- transactions are under way: one may have committed before the position and not be seen yet. It fails where there are no tables, while they
-- change, and where a worker is away.
-- Caller: nodes.replica.askDistributed
-- Index: observation_changes_xid, event_changes_xid, pool_changes_xid
select case when (
-- include: fragment/undistributed.sql
       ) then d.position
       else greatest(d.position, @position::bigint - (pg_snapshot_xmin(pg_current_snapshot()) <> pg_snapshot_xmax(pg_current_snapshot()))::int) end as replayed,
       d.epoch = public.log_epoch() and d.schema = (select version from schema_migrations) as valid
from distribution d
where distributed.held() is not null and (select count(*) from distributed.shards) > 0
