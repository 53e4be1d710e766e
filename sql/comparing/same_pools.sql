-- A pool of a file of our own is the same when its fields are.
-- Caller: importing.fileImport.comparePools
-- Index: pools_pkey
update import_pools r set change = 'same'
from pools o
where o.id = r.id and r.change = 'changed' 
  and (not @private::boolean or o.metadata = r.metadata)
  and o.metadata - array['recordedBy', 'recordedByID'] = r.metadata - array['recordedBy', 'recordedByID']
  and (o.event_id, o.geom, o.location_accuracy_m, o.started_at, o.ended_at, o.utc_offset, o.date_precision, o.sampling_protocol, o.taxon_key,
       o.verbatim_scientific_name, o.identification_qualifier, o.sex, o.life_stage, o.size, o.method, o.result, o.tested_on, o.remarks,
       o.event_place, o.event_days, o.event_protocol)
      is not distinct from
      (r.event_id, r.geom, r.location_accuracy_m, r.started_at, r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, r.taxon_key,
       r.verbatim_scientific_name, r.identification_qualifier, r.sex, r.life_stage, r.size, r.method, r.result, r.tested_on, r.remarks,
       r.event_place, r.event_days, r.event_protocol)
