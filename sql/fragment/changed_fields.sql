    -- What a changed row r says, of a stored record o. A public copy of our own leaves observers, and their metadata, as they are stored.
    taxon_key = r.taxon_key, verbatim_scientific_name = r.verbatim_scientific_name, geom = r.geom,
    observed_at = r.observed_at, utc_offset = r.utc_offset, date_precision = r.date_precision,
    observed_until = r.observed_until, occurrence_id = r.occurrence_id, source_hash = r.source_hash,
    country_id = r.country_id, region_id = r.region_id, location_accuracy_m = r.location_accuracy_m,
    life_stage = r.life_stage, sex = r.sex, sampling_protocol = r.sampling_protocol,
    event_id = r.event_id, notes = r.notes,
    observer_name = case when @private::boolean then r.observer_name else o.observer_name end,
    identification_qualifier = r.identification_qualifier, basis_of_record = r.basis_of_record,
    licence = r.licence, flags = r.flags, import_rules = default,
    metadata = case when @private::boolean then r.metadata
                    else r.metadata || o.metadata - array(select jsonb_object_keys(o.metadata - array['recordedBy', 'recordedByID'])) end,
    updated_at = now()
