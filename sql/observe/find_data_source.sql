-- The data source of an id, and whether its records are synthetic.
-- Caller: events.store.findDataSource, observe.store.resolve
-- Index: data_sources_id_key
select d.key, d.synthetic from data_sources d where d.id = @slug::text
