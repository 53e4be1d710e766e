    -- The columns of pools that they keep when they are removed and restored, all but data_source_key.
    id, pool_id, source_hash, event_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at, utc_offset,
    date_precision, sampling_protocol, taxon_key, verbatim_scientific_name, identification_qualifier, sex, life_stage, size,
    pathogen, disease_id, method, result, tested_on, remarks, metadata, cell_degrees, import_rules, event_place, event_days, event_protocol,
    created_at, updated_at
