-- Leaves out the sampling events of which another data source has every record: without them they would seem to have caught nothing.
-- Caller: importing.fileImport.findShared
with shared as (
    select r.source, r.event_id
    from import_rows r
    left join import_shared i on i.nth = r.nth
    where r.event_id is not null
    group by r.source, r.event_id
    having bool_and(i.nth is not null)
), skipped as (
    delete from import_event_rows e using shared s where s.source = e.source and s.event_id = e.event_id returning e.id
)
insert into import_skipped (id) select id from skipped
