-- Synthetic pools, as CopyRows of internal/postgres writes them.
-- Caller: demo.demoBatch.store
-- Index: none
copy pools (id, data_source_key, pool_id, event_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at, date_precision,
    sampling_protocol, taxon_key, sex, life_stage, size, pathogen, disease_id, method, result, tested_on,
    event_place, event_days, event_protocol)
    from stdin (format binary)
