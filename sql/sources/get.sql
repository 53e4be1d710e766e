-- A data source.
-- Caller: sources.store.get
-- Index: data_sources_id_key
select id, name as title, licence, citation, contact, url, synthetic, obscured_degrees, imported_at from data_sources where id = @id
