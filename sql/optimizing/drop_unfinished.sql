-- Writes the statements that drop what an interrupted reindex of an earlier run left on the table, its partitions and what they store apart (TOAST).
-- Caller: optimizing.dropUnfinished
-- Index: none
select format('drop index concurrently %s', i.indexrelid::regclass)
from pg_index i
join pg_class x on x.oid = i.indexrelid
where not i.indisvalid and x.relname ~ '_cc(new|old)[0-9]*$'
  and i.indrelid in (
      select unnest(array[c.oid, c.reltoastrelid])
      from pg_class c
      where c.oid = 'observations'::regclass or c.oid in (select relid from pg_partition_tree('observations'))
  )
order by i.indexrelid
