-- The stored observations without ids whose sampling event the file states otherwise: it does not have them, and has another row of the same
-- name, sex and life stage for the event, or says that the event caught nothing. How many they are, of how many events, and one of these.
-- Caller: importing.fileImport.checkEvents
-- Index: observations_data_source
select count(*) as records, count(distinct (o.data_source_key, o.event_id)) as events, coalesce(min(o.event_id), '') as event_id
from observations o
where o.source_hash is not null and o.occurrence_id is null and o.event_id is not null and o.status <> 'rejected'
  and o.data_source_key = any(@keys::int[])
  and exists (select from import_missing m where m.id = o.id)
  and ((o.data_source_key, o.event_id, o.taxon_key, coalesce(o.sex, ''), coalesce(o.life_stage, '')) in (
           select data_source_key, event_id, taxon_key, coalesce(sex, ''), coalesce(life_stage, '')
           from import_records
           where change = 'new' and event_id is not null
       )
       or (o.data_source_key, o.event_id) in (
           select e.data_source_key, e.event_id
           from import_events e
           join import_event_rows r on r.id = e.id
           where r.alone and e.complete is not false
             and (e.data_source_key, e.event_id) not in (select data_source_key, event_id from import_records where not absent and event_id is not null)
       ))
