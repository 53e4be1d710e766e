-- Leaves the number of a change on each shard, in its transaction.
-- Caller: distributing.advance
update distributed.shards set number = @number::bigint
