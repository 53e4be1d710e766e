-- Brings back the sampling events of a removal, to a data source where @key names one. Those whose id was stored anew stay away.
-- Caller: datasets.restore
-- Index: held_events_pkey, sampling_events_pkey
with back as (
    delete from held_events where removal = @removal::uuid
    returning data_source_key,
-- include: fragment/moved_event_columns.sql
)
insert into sampling_events (data_source_key,
-- include: fragment/moved_event_columns.sql
)
select coalesce(@key::int, data_source_key),
-- include: fragment/moved_event_columns.sql
from back
where not exists (select from sampling_events o where o.id = back.id)
