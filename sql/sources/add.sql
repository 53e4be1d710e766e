-- Stores a new data source, unless one has its id.
-- Caller: sources.store.add
-- Index: data_sources_id_key
insert into data_sources (id, name, licence, citation, contact, url)
values (@id, @title, @licence, @citation, @contact, @url)
on conflict (id) do nothing
