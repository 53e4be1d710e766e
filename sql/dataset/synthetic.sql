-- A data source of synthetic records.
-- Caller: datasets.removeSynthetic
-- Index: data_sources_id_key
select key from data_sources where id = @id and synthetic
