-- The partitions of a table, or the table, with a foreign key that no row was checked for, or that the table lacks: the swap adds them so (swap.sql).
-- Caller: partitioning.move.check
-- Index: none
with root as (select to_regclass('public.' || @entity::text) as oid)
select distinct format('%s.%I', c.relnamespace::regnamespace, c.relname) as part
from root
join pg_constraint k on k.conrelid = root.oid or k.conrelid in (select relid from pg_partition_tree(root.oid) where isleaf)
join pg_class c on c.oid = k.conrelid
where k.contype = 'f' and (not k.convalidated or k.conparentid = 0 and k.conrelid <> root.oid)
order by part
