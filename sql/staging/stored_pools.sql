-- Gives the rows of tests that are stored the ids of these: some have the id without the method, from before methods were told apart.
-- Caller: importing.fileImport.settlePools
-- Index: pools_test
update import_pool_rows r
set id = p.id
from import_sources s
join pools p on p.data_source_key = s.key
where s.source = r.source and p.pool_id = r.pool_id and p.pathogen = r.pathogen and p.method = r.method and p.id <> r.id
