-- A data source by its id or name.
-- Caller: datasets.Remove
-- Index: data_sources_id_key
select key, id, name, synthetic from data_sources where id = @id or name = @name
