-- Whether every worker has committed a change: Citus commits on them one after the other, and one may be away in between.
-- Caller: distributing.committed
-- Index: none, some rows of each shard
select min(number) = @number::bigint and max(number) = @number::bigint from distributed.shards
