-- A record of a file of our own is the same when its fields are, whatever file it was read from first. Where the file names no observers,
-- those that are stored count.
-- Caller: importing.fileImport.compare
-- Index: observations_pkey
update import_records r set change = 'same'
from observations o
where o.id = r.id and r.change = 'changed' and not r.absent
  and (not @private::boolean or (o.observer_name, o.metadata, o.user_id, o.image_url, o.prediction_id, o.model_id, o.confidence)
                                is not distinct from
                                (r.observer_name, r.metadata, r.user_id, r.image_url, r.prediction_id, r.model_id, r.confidence))
  and o.metadata - array['recordedBy', 'recordedByID'] = r.metadata - array['recordedBy', 'recordedByID']
  and (o.taxon_key, o.verbatim_scientific_name, o.geom, o.observed_at, o.utc_offset, o.date_precision,
       o.observed_until, o.location_accuracy_m, o.life_stage, o.sex, o.sampling_protocol, o.event_id, o.notes,
       o.identification_qualifier, o.basis_of_record, o.licence, o.occurrence_id, o.count)
      is not distinct from
      (r.taxon_key, r.verbatim_scientific_name, r.geom, r.observed_at, r.utc_offset, r.date_precision,
       r.observed_until, r.location_accuracy_m, r.life_stage, r.sex, r.sampling_protocol, r.event_id, r.notes,
       r.identification_qualifier, r.basis_of_record, r.licence, r.occurrence_id, r.count)
