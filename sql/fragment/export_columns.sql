       o.id, o.occurrence_id, o.taxon_key, o.verbatim_scientific_name, ST_X(o.geom) as lon, ST_Y(o.geom) as lat, o.observed_at,
       o.utc_offset, o.date_precision, o.observed_until, o.data_source_key, o.country_id, o.location_accuracy_m, o.life_stage, o.sex,
       o.sampling_protocol, o.event_id, o.notes, generalized(o.metadata, o.cell_degrees)::text as metadata, o.status, o.identification_qualifier, o.basis_of_record,
       o.licence, o.flags, o.observer_name, o.source_hash
