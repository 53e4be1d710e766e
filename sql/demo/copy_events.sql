-- Synthetic sampling events, as CopyRows of internal/postgres writes them.
-- Caller: demo.demoBatch.store
-- Index: none
copy sampling_events (id, data_source_key, event_id, site_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at,
    date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, problem, complete)
    from stdin (format binary)
