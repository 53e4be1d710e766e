-- The rows of a file, as CopyRows of internal/postgres writes them.
-- Caller: transfer.importRun.store
copy import_rows (line, id, known_by_content, source_hash, absent, slug, name, verbatim_name, count, geom, observed_at,
    date_precision, observed_until, occurrence_id, accuracy_m, life_stage, sex, sampling_protocol, event_id, notes,
    observer_name, metadata) from stdin (format binary)
