    -- The members of a record o whose changes the history keeps, as the API writes them; t is its taxon, d its data source. observe.noted has the same.
    jsonb_build_object(
        'species_id', t.id, 'species_scientific_name', t.scientific_name, 'verbatim_scientific_name', o.verbatim_scientific_name,
        'identification_qualifier', o.identification_qualifier, 'count', o.count,
        'location', jsonb_build_object('lat', round(ST_Y(o.geom)::numeric, 7), 'lng', round(ST_X(o.geom)::numeric, 7)),
        'location_accuracy_m', o.location_accuracy_m, 'obscured_degrees', o.obscured_degrees,
        'observed_at', to_char(o.observed_at at time zone 'UTC' + make_interval(mins => o.utc_offset), 'YYYY-MM-DD"T"HH24:MI:SS.US')
            || case when o.utc_offset = 0 then 'Z'
                    else case when o.utc_offset < 0 then '-' else '+' end || to_char(make_interval(mins => abs(o.utc_offset)), 'HH24:MI') end,
        'date_precision', o.date_precision, 'observed_until', o.observed_until, 'notes', o.notes, 'user_id', o.user_id,
        'observer_name', o.observer_name, 'data_source', d.id, 'life_stage', o.life_stage, 'sex', o.sex, 'sampling_protocol', o.sampling_protocol,
        'event_id', o.event_id, 'image_url', o.image_url, 'prediction_id', o.prediction_id, 'model_id', o.model_id) || jsonb_build_object(
        'confidence', o.confidence, 'metadata', o.metadata, 'status', o.status, 'publication', 'public', 'basis_of_record', o.basis_of_record,
        'licence', o.licence)
