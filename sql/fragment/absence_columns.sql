    -- The columns of one absence o as observe.absenceRecord reads them; t is its taxon, d its data source.
    o.id, t.id as species_id, t.scientific_name as species_scientific_name, o.verbatim_scientific_name,
    ST_Y(o.geom) as lat, ST_X(o.geom) as lng, o.observed_at, o.utc_offset, o.date_precision, o.observed_until, o.notes,
    d.id as data_source, o.country_id, o.region_id, o.location_accuracy_m, o.life_stage, o.sex, o.sampling_protocol, o.event_id,
    o.metadata::text as metadata, o.status, o.occurrence_id, o.identification_qualifier, o.basis_of_record, o.licence, o.flags,
    o.created_at, o.updated_at, o.cell_degrees
