-- A data source by its id or name.
-- Caller: datasets.Remove
-- Index: data_sources_id_key
select key, id, name, synthetic, (select a.private from all_data_sources a where a.key = d.key) as private from data_sources d where id = @id or name = @name
