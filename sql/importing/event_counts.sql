-- How many sampling events of the file are new, changed and unchanged, how many caught nothing, neither by the file nor by what is stored
-- nor as far as is not known, and how many batches they are. An aggregate, because the planner takes a data source that its statistics do not know for empty, and
-- would join in time that grows with the square.
-- Caller: importing.fileImport.compareEvents
-- Index: observations_data_source
select count(*) filter (where change = 'new') as inserted,
       count(*) filter (where change = 'changed') as updated,
       count(*) filter (where change = 'same') as unchanged,
       count(*) filter (where not caught and complete is not false) as without_catch,
       coalesce(max(batch) + 1, 0) as batches
from (
    select max(change) as change, max(batch) as batch, bool_or(caught) as caught, bool_and(complete) as complete
    from (
        select data_source_key, event_id, change, batch, false as caught, complete from import_events
        union all
        select data_source_key, event_id, null, null, true, null
        from import_records
        where not absent and status <> 'rejected' and event_id is not null
        union all
        select data_source_key, event_id, null, null, true, null
        from observations
        where data_source_key = any(@keys::int[]) and status <> 'rejected' and event_id is not null
    ) said
    group by data_source_key, event_id
) events
where change is not null
