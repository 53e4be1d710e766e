-- Writes the statements that give a table the foreign keys of its partitions. Their rows are checked, so no row is read.
-- Caller: partitioning.move.check
-- Index: none
select distinct format('alter table public.%I add constraint %I %s', @entity::text, k.conname, pg_get_constraintdef(k.oid)) as statement
from pg_partition_tree(to_regclass('public.' || @entity::text)) t
join pg_constraint k on k.conrelid = t.relid and k.contype = 'f' and k.conparentid = 0
where t.isleaf and t.level > 0
order by statement
