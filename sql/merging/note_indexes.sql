-- The indexes of observations that are dropped and built anew, as they are defined: neither those that a constraint is about, nor those that an
-- operator keeps elsewhere.
-- Caller: importing.fileImport.indexedAfter
create temporary table import_indexes on commit drop as
select c.relnamespace::regnamespace::text as schema, c.relname as name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as definition, obj_description(c.oid, 'pg_class') as says
from pg_index i
join pg_class c on c.oid = i.indexrelid
where i.indrelid = 'observations'::regclass and i.indisvalid and not i.indisunique and not i.indisreplident and c.reltablespace = 0
