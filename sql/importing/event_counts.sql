-- How many sampling events of the file are new, changed and unchanged, how many batches they are, and how many caught nothing, neither
-- by the file nor by what is stored.
-- Caller: importing.fileImport.compareEvents
-- Index: observations_data_source
select count(*) filter (where e.change = 'new') as inserted,
       count(*) filter (where e.change = 'changed') as updated,
       count(*) filter (where e.change = 'same') as unchanged,
       count(*) filter (where c.event_id is null) as without_catch,
       coalesce(max(e.batch) + 1, 0) as batches
from import_events e
left join (
    select data_source_key, event_id from import_records where not absent and status <> 'rejected' and event_id is not null
    union
    select data_source_key, event_id from observations
    where data_source_key = any(@keys::int[]) and status <> 'rejected' and event_id is not null
) c on c.data_source_key = e.data_source_key and c.event_id = e.event_id
