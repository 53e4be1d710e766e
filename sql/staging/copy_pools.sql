-- The pools of a file, as CopySpool of internal/postgres sends them.
-- Caller: importing.fileImport.loadPools
copy import_pool_rows (nth, line, alone, source, id, source_hash, pool_id, event_id, slug, name, verbatim_name, identification_qualifier, sex,
    life_stage, size, pathogen, disease_id, method, result, tested_on, geom, accuracy_m, stated_country, started_at, ended_at, utc_offset,
    date_precision, sampling_protocol, remarks, metadata, event_place, event_days, event_protocol) from stdin (format binary)
