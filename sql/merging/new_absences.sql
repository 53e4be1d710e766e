-- Stores the new absences of a batch of the file, as new_observations.sql stores records.
-- Caller: importing.fileImport.mergeRecords
-- Index: none, nothing is looked for
insert into absences (id, taxon_key, verbatim_scientific_name, geom, observed_at, utc_offset, date_precision, observed_until, data_source_key,
    occurrence_id, source_hash, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id,
    notes, observer_name, identification_qualifier, basis_of_record, licence, flags, status, metadata)
select r.id, r.taxon_key, r.verbatim_scientific_name, r.geom, r.observed_at, r.utc_offset, r.date_precision, r.observed_until,
    r.data_source_key, r.occurrence_id, r.source_hash, r.country_id, r.region_id, r.location_accuracy_m, r.life_stage, r.sex,
    r.sampling_protocol, r.event_id, r.notes, r.observer_name, r.identification_qualifier, r.basis_of_record, r.licence,
    r.flags, r.status, r.metadata
from import_records r
where r.batch = @batch::int and r.absent and r.change = 'new'
order by r.observed_at
