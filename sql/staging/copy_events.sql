-- The sampling events of a file, as CopySpool of internal/postgres sends them.
-- Caller: importing.fileImport.loadEvents
copy import_event_rows (nth, line, alone, source, id, source_hash, event_id, site_id, geom, accuracy_m, stated_country, started_at, ended_at,
    utc_offset, date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, no_effort, problem, target_taxa, complete,
    assumed, remarks, metadata, partial) from stdin (format binary)
