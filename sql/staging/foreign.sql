-- Takes out the rows of a file of our own whose id a record of another data source has.
-- Caller: importing.fileImport.makeIDsUnique
-- Index: observations_pkey, absences_pkey
with stored as (
    select id, data_source_key from observations
    union all
    select id, data_source_key from absences
), taken as (
    delete from import_rows r
    using import_sources s, stored o
    where s.source = r.source and o.id = r.id and o.data_source_key is distinct from s.key
    returning r.nth
)
insert into import_rejected (nth, reason)
select nth, 'the id belongs to a record of another data source' from taken
