-- Takes out the rows whose id a record of another data source has, or one of none, public or held: the file neither changes nor removes what is not its own.
-- Caller: importing.fileImport.makeIDsUnique
-- Index: observations_pkey, absences_pkey, held_observations_id
with foreign_rows as (
    select r.nth from import_rows r join import_sources s on s.source = r.source join observations o on o.id = r.id
    where o.data_source_key is distinct from s.key
    union all
    select r.nth from import_rows r join import_sources s on s.source = r.source join absences o on o.id = r.id
    where o.data_source_key is distinct from s.key
    union all
    select r.nth from import_rows r join import_sources s on s.source = r.source join held_observations o on o.id = r.id and o.removal is null
    where o.data_source_key is distinct from s.key
), taken as (
    delete from import_rows where nth in (select nth from foreign_rows) returning nth
)
insert into import_rejected (nth, reason)
select nth, 'the id belongs to a record of another data source' from taken
