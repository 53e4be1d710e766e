-- How many workers the cluster has that hold shards.
-- Caller: distributing.check
-- Index: none
select count(*) from pg_dist_node where groupid <> 0 and isactive and shouldhaveshards
