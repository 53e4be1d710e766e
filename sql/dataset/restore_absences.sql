-- Brings back the absences of a removal, to a data source where @key names one. Those whose id was stored anew stay away.
-- Caller: datasets.restore
-- Index: held_absences_pkey, absences_pkey
with back as (
    delete from held_absences where removal = @removal::uuid
    returning data_source_key,
-- include: fragment/moved_absence_columns.sql
)
insert into absences (data_source_key,
-- include: fragment/moved_absence_columns.sql
)
select coalesce(@key::int, data_source_key),
-- include: fragment/moved_absence_columns.sql
from back
where not exists (select from absences o where o.id = back.id)
