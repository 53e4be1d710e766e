    -- The columns of observe.record that the table of observations o has itself.
    o.id, o.verbatim_scientific_name, o.count, ST_Y(o.geom) as lat, ST_X(o.geom) as lng, o.observed_at, o.utc_offset, o.date_precision,
    o.observed_until, o.notes, o.user_id, o.observer_name, o.country_id, o.region_id, o.location_accuracy_m, o.life_stage, o.sex,
    o.sampling_protocol, o.event_id, o.image_url, o.prediction_id, o.model_id, o.confidence, o.metadata::text as metadata,
    o.status, o.occurrence_id, o.identification_qualifier,
    o.basis_of_record, o.licence, o.flags, o.created_at, o.updated_at, o.taxon_key, o.data_source_key, o.account, o.obscured_degrees, o.cell_degrees
