-- A row on each shard: enough numbers for that.
-- Caller: distributing.create
insert into distributed.shards select generate_series(1, 20 * @shards::int)
