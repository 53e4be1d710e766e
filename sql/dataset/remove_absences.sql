-- Removes the absences of a data source, so that they can be restored.
-- Caller: datasets.removeByKey
-- Index: absences_data_source
with gone as (
    delete from absences where data_source_key = @key::int
    returning data_source_key,
-- include: fragment/moved_absence_columns.sql
)
insert into held_absences (removal, data_source_key,
-- include: fragment/moved_absence_columns.sql
)
select @removal::uuid, data_source_key,
-- include: fragment/moved_absence_columns.sql
from gone
