    -- The columns of absences that they keep when they are removed and restored, all but data_source_key.
    id, taxon_key, verbatim_scientific_name, geom, observed_at, utc_offset, date_precision, observed_until, occurrence_id,
    source_hash, import_rules, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id, notes,
    observer_name, metadata, identification_qualifier, basis_of_record, licence, flags, status, cell_degrees, created_at, updated_at
