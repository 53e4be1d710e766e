    -- The columns of a record that it keeps when it moves between observations and held_observations, all but updated_at.
    id, taxon_key, verbatim_scientific_name, count, geom, observed_at, utc_offset, date_precision, observed_until, data_source_key,
    occurrence_id, source_hash, import_rules, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id,
    status, notes, user_id, observer_name, image_url, prediction_id, model_id, confidence, metadata, identification_qualifier,
    basis_of_record, licence, flags, account, obscured_degrees, cell_degrees, created_at
