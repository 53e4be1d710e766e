-- Synthetic records, as CopyRows of internal/postgres writes them.
-- Caller: demo.demoBatch.store
-- Index: none
copy observations (id, taxon_key, count, geom, observed_at, date_precision, data_source_key, country_id, region_id,
    location_accuracy_m, life_stage, sex, sampling_protocol, event_id, metadata) from stdin (format binary)
