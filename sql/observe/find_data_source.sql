-- The data source of an id.
-- Caller: observe.store.resolve
-- Index: data_sources_id_key
select d.key, d.id from data_sources d where d.id = @slug::text
