-- The data source of an id. observe.store. Unique index of data_sources.
select d.key, d.id from data_sources d where d.id = @slug::text
