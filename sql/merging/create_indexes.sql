-- Writes the statements that build the indexes anew.
-- Caller: importing.fileImport.indexedAfter
select statement
from import_indexes, lateral (values (1, definition), (2, format('comment on index %s.%I is %L', schema, name, says))) s (nth, statement)
order by name, nth
