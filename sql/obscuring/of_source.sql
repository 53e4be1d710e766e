-- The rule of a data source.
-- Caller: obscuring.Source
-- Index: data_sources_id_key
select key, obscured_degrees from all_data_sources where id = @id::text for update
