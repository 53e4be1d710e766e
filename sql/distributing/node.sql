-- Up to where the distributed tables hold what was written: where no record changed since, up to a position that was asked for before. It fails where there
-- are no tables and while they change; whole is false where a worker has not committed a change yet.
-- Caller: nodes.replica.askDistributed
-- Index: observation_touches_pkey
select case when (
-- include: fragment/undistributed.sql
       ) then d.position else greatest(d.position, @position::bigint) end as replayed,
       d.epoch = public.log_epoch() and d.schema = (select version from public.schema_migrations) as valid,
       d.number = s.least and d.number = s.greatest as whole
from distribution d
cross join (select min(number) as least, max(number) as greatest from distributed.shards) s
where distributed.held() is not null
