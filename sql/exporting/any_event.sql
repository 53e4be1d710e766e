-- Whether a sampling event is stored.
-- Caller: exporting.Exporter.Export
-- Index: none, the first row of a table
select exists (select 1 from sampling_events)
