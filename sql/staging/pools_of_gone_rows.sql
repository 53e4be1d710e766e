-- Takes out the pools of records that are rejected or left out. What is left out is not missing in the file.
-- Caller: importing.fileImport.dropPools
-- Index: none, a temporary table
with gone as (
    delete from import_pool_rows p where not p.alone and not exists (select from import_rows r where r.nth = p.nth) returning p.id
)
insert into import_skipped (id) select id from gone
