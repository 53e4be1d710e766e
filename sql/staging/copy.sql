-- The rows of a file, as CopyRows of internal/postgres writes them.
-- Caller: importing.fileImport.read
copy import_rows (nth, line, source, id, known_by_content, source_hash, absent, slug, name, verbatim_name, identification_qualifier,
    count, geom, observed_at, utc_offset, date_precision, observed_until, stated_country, flags, occurrence_id, accuracy_m, life_stage,
    sex, sampling_protocol, event_id, notes, observer_name, basis_of_record, licence, status, user_id, image_url,
    prediction_id, model_id, confidence, metadata) from stdin (format binary)
