-- How many sampling events of the file are new, changed and unchanged, how many without a problem caught nothing as far as is known, neither by
-- the file nor by what else is stored and stays, and how many batches they are. An aggregate, because the planner takes a data source that its statistics do not know for empty, and
-- would join in time that grows with the square.
-- Caller: importing.fileImport.countEvents
-- Index: observations_data_source, observations_pkey
select count(*) filter (where change = 'new') as inserted,
       count(*) filter (where change = 'changed') as updated,
       count(*) filter (where change = 'same') as unchanged,
       count(*) filter (where not caught and not problem and complete is not false) as without_catch,
       coalesce(max(batch) + 1, 0) as batches
from (
    select max(change) as change, max(batch) as batch, bool_or(caught) as caught, bool_and(complete) as complete, bool_or(problem) as problem
    from (
        select data_source_key, event_id, change, batch, false as caught, complete, problem from import_events
        union all
        select r.data_source_key, r.event_id, null, null, true, null, null
        from import_records r
        left join observations o on o.id = r.id
        where not r.absent and case when @own::boolean then r.status else coalesce(o.status, r.status) end <> 'rejected' and r.event_id is not null
        union all
        select o.data_source_key, o.event_id, null, null, true, null, null
        from observations o
        where o.data_source_key = any(@keys::int[]) and o.status <> 'rejected' and o.event_id is not null
          and not exists (select from import_records r where r.id = o.id)
          and not (@replace::boolean and exists (select from import_missing m where m.id = o.id))
    ) said
    group by data_source_key, event_id
) events
where change is not null
