    -- What a changed row says, of a stored record o. A public copy of our own leaves observers, and their metadata, as they are stored.
    taxon_key = excluded.taxon_key, verbatim_scientific_name = excluded.verbatim_scientific_name, geom = excluded.geom,
    observed_at = excluded.observed_at, utc_offset = excluded.utc_offset, date_precision = excluded.date_precision,
    observed_until = excluded.observed_until, occurrence_id = excluded.occurrence_id, source_hash = excluded.source_hash,
    country_id = excluded.country_id, region_id = excluded.region_id, location_accuracy_m = excluded.location_accuracy_m,
    life_stage = excluded.life_stage, sex = excluded.sex, sampling_protocol = excluded.sampling_protocol,
    event_id = excluded.event_id, notes = excluded.notes,
    observer_name = case when @private::boolean then excluded.observer_name else o.observer_name end,
    identification_qualifier = excluded.identification_qualifier, basis_of_record = excluded.basis_of_record,
    licence = excluded.licence, flags = excluded.flags, import_rules = excluded.import_rules,
    metadata = case when @private::boolean then excluded.metadata
                    else excluded.metadata || o.metadata - array(select jsonb_object_keys(o.metadata - array['recordedBy', 'recordedByID'])) end,
    updated_at = now()
