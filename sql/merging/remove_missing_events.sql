-- Removes the sampling events that missing.sql found, so that they can be restored. It asks by the primary key and not by the data source, which the
-- planner takes for empty where its statistics do not know it: it would then compare its rows with those of the file one by one.
-- Caller: importing.fileImport.removeMissing
-- Index: sampling_events_pkey
with gone as (
    delete from sampling_events where id in (select m.id from import_missing m where m.status is null and not m.pool)
    returning data_source_key,
-- include: fragment/moved_event_columns.sql
)
insert into held_events (removal, data_source_key,
-- include: fragment/moved_event_columns.sql
)
select @removal::uuid, data_source_key,
-- include: fragment/moved_event_columns.sql
from gone
