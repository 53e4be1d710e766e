    -- The columns of sampling events that they keep when they are removed and restored, all but data_source_key.
    id, event_id, source_hash, site_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at, utc_offset,
    date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, problem, target_taxa, complete,
    assumed_incomplete, remarks, metadata, cell_degrees, import_rules, created_at, updated_at
