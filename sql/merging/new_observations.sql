-- Stores the new records of a batch of the file. No look for their ids is needed: nobody else stores them while the import has its locks.
-- PostGIS orders places along a Hilbert curve, so that the records of a box lie in few pages; batches follow each other in time. Of a record
-- that may have to be drawn, which is done before the transaction ends, no log has the place that the file says.
-- Caller: importing.fileImport.mergeRecords
-- Index: none, nothing is looked for
insert into observations (id, taxon_key, verbatim_scientific_name, geom, observed_at, utc_offset, date_precision, observed_until, data_source_key,
    occurrence_id, source_hash, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id,
    notes, observer_name, identification_qualifier, basis_of_record, licence, flags, status, metadata, count,
    user_id, image_url, prediction_id, model_id, confidence, cell_degrees)
select r.id, r.taxon_key, r.verbatim_scientific_name, r.geom, r.observed_at, r.utc_offset, r.date_precision, r.observed_until,
    r.data_source_key, r.occurrence_id, r.source_hash, r.country_id, r.region_id, r.location_accuracy_m, r.life_stage, r.sex,
    r.sampling_protocol, r.event_id, r.notes, r.observer_name, r.identification_qualifier, r.basis_of_record, r.licence,
    r.flags, r.status, r.metadata, r.count, r.user_id, r.image_url, r.prediction_id, r.model_id,
    r.confidence,
    case when @obscures::boolean and (r.event_id is not null or obscured(r.data_source_key, r.event_id, r.taxon_key, null) is not null) then -1 end
from import_records r
where r.batch = @batch::int and not r.absent and r.change = 'new'
order by r.geom, r.observed_at
