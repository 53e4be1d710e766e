-- The foreign keys that partitions of a table have and the table has not.
-- Caller: partitioning.move.check
-- Index: none
select distinct k.conname::text
from pg_partition_tree(to_regclass('public.' || @entity::text)) t
join pg_constraint k on k.conrelid = t.relid and k.contype = 'f' and k.conparentid = 0
where t.isleaf and t.level > 0
order by 1
