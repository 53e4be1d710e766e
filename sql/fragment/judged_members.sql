    -- What a reviewer judges of a record o. observe.judgedMembers has the same.
    jsonb_build_array(o.taxon_key, o.verbatim_scientific_name, o.identification_qualifier, o.count, o.life_stage, o.sex, o.geom::text, o.location_accuracy_m,
        o.observed_at, o.utc_offset, o.date_precision, o.observed_until, o.notes, o.image_url, o.prediction_id)
