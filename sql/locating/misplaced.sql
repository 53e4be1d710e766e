-- Takes out the rows whose place has none on the earth.
-- Caller: importing.fileImport.transform
with misplaced as (delete from import_rows where geom is null returning nth)
insert into import_rejected (nth, reason)
select nth, 'coordinates outside of their reference system' from misplaced
