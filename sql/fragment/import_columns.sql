    r.id, n.taxon_key, nullif(r.verbatim_name, t.scientific_name), r.geom, r.observed_at, r.date_precision, r.observed_until,
    @data_source_key::int, r.occurrence_id, r.source_hash, p.country_id, c.region_id, r.accuracy_m, r.life_stage, r.sex,
    r.sampling_protocol, r.event_id, r.notes, r.observer_name, r.metadata
