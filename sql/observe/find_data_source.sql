-- The data source of an id, and whether its records are synthetic.
-- Caller: keyed.FindDataSource, observe.store.source
-- Index: data_sources_id_key
select d.key, d.synthetic from data_sources d where d.id = @slug::text
