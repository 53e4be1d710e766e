    -- The columns of one test of a pool o as pools.record reads them; d is its data source, t its taxon.
    o.id, d.id as data_source, o.pool_id, o.event_id, t.id as species_id, t.scientific_name as species_scientific_name,
    o.verbatim_scientific_name, o.identification_qualifier, o.sex, o.life_stage, o.size, o.pathogen, o.disease_id, o.method, o.result,
    o.tested_on, ST_Y(o.geom) as lat, ST_X(o.geom) as lng, o.location_accuracy_m, o.country_id, o.region_id, o.started_at, o.ended_at,
    o.utc_offset, o.date_precision, o.sampling_protocol, o.remarks, o.metadata::text as metadata, o.created_at, o.updated_at, o.taxon_key,
    o.cell_degrees, o.event_place, o.event_days, o.event_protocol
