    -- The columns of a new record, as fragment/inserted_values.sql gives them.
    id, taxon_key, verbatim_scientific_name, count, geom, observed_at, date_precision, observed_until, data_source_key, country_id,
    region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id, status, notes, user_id, observer_name, image_url,
    prediction_id, model_id, confidence, metadata, utc_offset, identification_qualifier, basis_of_record, licence, account, obscured_degrees, flags
