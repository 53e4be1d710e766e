-- The new rows without an id of their own that are records of their sampling events all the same: what they say otherwise is said of the event
-- or of a pool alone, the protocol and the columns @of_others of the metadata. They keep the id of the record. Equal ones are told apart by their order.
-- Caller: importing.fileImport.recognize
-- Index: observations_data_source, absences_data_source
create temporary table import_recognized on commit drop as
with unknown as (
    select r.nth, r.absent, r.data_source_key, r.event_id, r.source_hash, row_number() over (partition by r.said order by r.nth) as ordinal, r.said
    from (
        select r.*, md5((r.data_source_key, r.event_id, r.absent, r.taxon_key, r.verbatim_scientific_name, r.count, r.geom, r.observed_at, r.utc_offset,
               r.date_precision, r.observed_until, r.location_accuracy_m, r.life_stage, r.sex, r.notes, r.observer_name, r.identification_qualifier,
               r.basis_of_record, r.licence, r.metadata - @of_others::text[])::text) as said
        from import_records r
        where r.change = 'new' and r.occurrence_id is null and r.event_id is not null
    ) r
), stored as (
    select o.id, o.source_hash, row_number() over (partition by o.said order by o.id) as ordinal, o.said
    from (
        select o.id, o.source_hash, md5((o.data_source_key, o.event_id, o.absent, o.taxon_key, o.verbatim_scientific_name, o.count, o.geom, o.observed_at,
               o.utc_offset, o.date_precision, o.observed_until, o.location_accuracy_m, o.life_stage, o.sex, o.notes, o.observer_name,
               o.identification_qualifier, o.basis_of_record, o.licence, o.metadata - @of_others::text[])::text) as said
        from (
            select id, source_hash, data_source_key, event_id, false as absent, taxon_key, verbatim_scientific_name, count, geom, observed_at, utc_offset,
                   date_precision, observed_until, location_accuracy_m, life_stage, sex, notes, observer_name, identification_qualifier, basis_of_record,
                   licence, metadata
            from observations
            where source_hash is not null and occurrence_id is null and data_source_key = any(@keys::int[])
            union all
            select id, source_hash, data_source_key, event_id, true, taxon_key, verbatim_scientific_name, 0, geom, observed_at, utc_offset,
                   date_precision, observed_until, location_accuracy_m, life_stage, sex, notes, observer_name, identification_qualifier, basis_of_record,
                   licence, metadata
            from absences
            where source_hash is not null and occurrence_id is null and data_source_key = any(@keys::int[])
        ) o
        where (o.data_source_key, o.event_id) in (select data_source_key, event_id from unknown)
          and not exists (select from import_rows r where r.id = o.id)
    ) o
)
select u.nth, s.id, u.source_hash = s.source_hash as same
from unknown u
join stored s on s.said = u.said and s.ordinal = u.ordinal
