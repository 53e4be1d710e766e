-- Rejects the pools whose place or days neither their row nor a sampling event says.
-- Caller: importing.fileImport.settlePools
-- Index: none, a temporary table
with lost as (delete from import_pool_rows where geom is null or ended_at is null returning nth)
insert into import_rejected (nth, reason)
select nth, 'no place or no date, and no sampling event of this id is stored' from lost
