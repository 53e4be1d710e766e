-- Takes out the sampling events whose place has none on the earth. misplaced.sql rejects those of their rows that are records.
-- Caller: importing.fileImport.transform
with misplaced as (delete from import_event_rows where geom is null returning nth, alone)
insert into import_rejected (nth, reason)
select nth, 'coordinates outside of their reference system' from misplaced where alone
