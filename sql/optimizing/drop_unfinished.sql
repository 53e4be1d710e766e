-- Writes the statements that drop what an interrupted reindex of an earlier run left.
-- Caller: optimizing.finish
select format('drop index concurrently %I', c.relname)
from pg_index i
join pg_class c on c.oid = i.indexrelid
where i.indrelid = 'observations'::regclass and not i.indisvalid and c.relname ~ '_cc(new|old)[0-9]*$'
