-- Leaves out the sampling events of which another data source has a record: without it they would seem to have caught less, or nothing.
-- Caller: importing.fileImport.findShared
with shared as (
    select distinct r.source, r.event_id
    from import_rows r
    join import_shared i on i.nth = r.nth
    where r.event_id is not null
), skipped as (
    delete from import_event_rows e using shared s where s.source = e.source and s.event_id = e.event_id returning e.id
)
insert into import_skipped (id) select id from skipped
