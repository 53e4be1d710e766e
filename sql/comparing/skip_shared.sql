-- Leaves out the rows that another data source has.
-- Caller: importing.fileImport.findShared
with skipped as (
    delete from import_rows r using import_shared s where s.nth = r.nth returning r.id
)
insert into import_skipped (id) select id from skipped
