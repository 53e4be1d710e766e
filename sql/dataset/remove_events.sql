-- Removes the sampling events of a data source, so that they can be restored.
-- Caller: datasets.removeByKey
-- Index: sampling_events_event
with gone as (
    delete from sampling_events where data_source_key = @key::int
    returning data_source_key,
-- include: fragment/moved_event_columns.sql
)
insert into held_events (removal, data_source_key,
-- include: fragment/moved_event_columns.sql
)
select @removal::uuid, data_source_key,
-- include: fragment/moved_event_columns.sql
from gone
