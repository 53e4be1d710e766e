-- Stores a batch of the file's records. One that changed keeps its status, which a review gave it, and what only private copies
-- of our own say: its observer where the file names none, its user and picture.
-- PostGIS orders places along a Hilbert curve, so that the records of a box lie in few pages; batches follow each other in time.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
insert into observations as o (id, taxon_key, verbatim_scientific_name, geom, observed_at, utc_offset, date_precision, observed_until, data_source_key,
    occurrence_id, source_hash, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id,
    notes, observer_name, identification_qualifier, basis_of_record, licence, flags, status, metadata, count,
    user_id, image_url, prediction_id, model_id, confidence)
select r.id, r.taxon_key, r.verbatim_scientific_name, r.geom, r.observed_at, r.utc_offset, r.date_precision, r.observed_until,
    r.data_source_key, r.occurrence_id, r.source_hash, r.country_id, r.region_id, r.location_accuracy_m, r.life_stage, r.sex,
    r.sampling_protocol, r.event_id, r.notes, r.observer_name, r.identification_qualifier, r.basis_of_record, r.licence,
    r.flags, r.status, r.metadata, r.count, r.user_id, r.image_url, r.prediction_id, r.model_id,
    r.confidence
from import_records r
where r.batch = @batch::int and not r.absent and r.change in ('new', 'changed')
order by r.geom, r.observed_at
on conflict (id) do update
set count = excluded.count,
    user_id = case when @own::boolean and @private::boolean then excluded.user_id else o.user_id end,
    image_url = case when @own::boolean and @private::boolean then excluded.image_url else o.image_url end,
    prediction_id = case when @own::boolean and @private::boolean then excluded.prediction_id else o.prediction_id end,
    model_id = case when @own::boolean and @private::boolean then excluded.model_id else o.model_id end,
    confidence = case when @own::boolean and @private::boolean then excluded.confidence else o.confidence end,
-- include: fragment/changed_fields.sql
