-- Changes the pools of a batch of which the file says otherwise. Remarks of a person stay where the file says nothing. A file of our own says all.
-- Caller: importing.fileImport.mergePools
-- Index: pools_pkey
update pools o
set source_hash = r.source_hash, event_id = r.event_id, geom = r.geom, location_accuracy_m = r.location_accuracy_m,
    country_id = r.country_id, region_id = r.region_id, started_at = r.started_at, ended_at = r.ended_at,
    utc_offset = r.utc_offset, date_precision = r.date_precision, sampling_protocol = r.sampling_protocol,
    taxon_key = r.taxon_key, verbatim_scientific_name = r.verbatim_scientific_name,
    identification_qualifier = r.identification_qualifier, sex = r.sex, life_stage = r.life_stage, size = r.size,
    disease_id = r.disease_id, method = r.method, result = r.result, tested_on = r.tested_on,
    event_place = r.event_place, event_days = r.event_days, event_protocol = r.event_protocol,
    remarks = case when @own::boolean then r.remarks else coalesce(r.remarks, o.remarks) end,
    -- As changed_fields.sql has it.
    metadata = case when @private::boolean then r.metadata
                    else r.metadata || o.metadata - array(select jsonb_object_keys(o.metadata - array['recordedBy', 'recordedByID'])) end,
    import_rules = default, updated_at = now()
from import_pools r
where o.id = r.id and r.batch = @batch::int and r.change = 'changed'
