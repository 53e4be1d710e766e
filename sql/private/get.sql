-- Whether a data source is private, and until when.
-- Caller: private.SetIn
-- Index: data_sources_id_key
select key, private, public_from from all_data_sources where id = @id::text for no key update
