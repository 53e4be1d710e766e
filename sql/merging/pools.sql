-- Stores a batch of the file's pools. Remarks of a person stay where the file says nothing. A file of our own says all.
-- Caller: importing.fileImport.mergePools
-- Index: pools_pkey
insert into pools as o (id, data_source_key, pool_id, source_hash, event_id, geom, location_accuracy_m, country_id, region_id, started_at,
    ended_at, utc_offset, date_precision, sampling_protocol, taxon_key, verbatim_scientific_name, identification_qualifier, sex, life_stage,
    size, pathogen, disease_id, method, result, tested_on, remarks, metadata, event_place, event_days, event_protocol)
select r.id, r.data_source_key, r.pool_id, r.source_hash, r.event_id, r.geom, r.location_accuracy_m, r.country_id, r.region_id, r.started_at,
    r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, r.taxon_key, r.verbatim_scientific_name, r.identification_qualifier,
    r.sex, r.life_stage, r.size, r.pathogen, r.disease_id, r.method, r.result, r.tested_on, r.remarks, r.metadata,
    r.event_place, r.event_days, r.event_protocol
from import_pools r
where r.batch = @batch::int and r.change in ('new', 'changed')
order by r.ended_at
on conflict (id) do update
set source_hash = excluded.source_hash, event_id = excluded.event_id, geom = excluded.geom, location_accuracy_m = excluded.location_accuracy_m,
    country_id = excluded.country_id, region_id = excluded.region_id, started_at = excluded.started_at, ended_at = excluded.ended_at,
    utc_offset = excluded.utc_offset, date_precision = excluded.date_precision, sampling_protocol = excluded.sampling_protocol,
    taxon_key = excluded.taxon_key, verbatim_scientific_name = excluded.verbatim_scientific_name,
    identification_qualifier = excluded.identification_qualifier, sex = excluded.sex, life_stage = excluded.life_stage, size = excluded.size,
    disease_id = excluded.disease_id, method = excluded.method, result = excluded.result, tested_on = excluded.tested_on,
    event_place = excluded.event_place, event_days = excluded.event_days, event_protocol = excluded.event_protocol,
    remarks = case when @own::boolean then excluded.remarks else coalesce(excluded.remarks, o.remarks) end,
    -- As changed_fields.sql has it.
    metadata = case when @private::boolean then excluded.metadata
                    else excluded.metadata || o.metadata - array(select jsonb_object_keys(o.metadata - array['recordedBy', 'recordedByID'])) end,
    import_rules = excluded.import_rules, updated_at = now()
