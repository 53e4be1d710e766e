-- Whether the role may build the indexes of observations anew, and the table has fewer rows than so many.
-- Caller: importing.fileImport.indexedAfter
-- Index: none, a scan that ends
select pg_has_role(relowner, 'USAGE') and (select count(*) from (select from observations limit @rows::bigint) few) < @rows::bigint as may
from pg_class
where oid = 'observations'::regclass
