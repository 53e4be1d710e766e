-- Stores a new data source, unless one has its id. It is an entry of the history.
-- Caller: sources.store.add
-- Index: data_sources_id_key
with stored as (
    insert into data_sources (id, name, licence, citation, contact, url)
    values (@id, @title, @licence, @citation, @contact, @url)
    on conflict (id) do nothing
    returning id, name, licence, citation, contact, url
)
insert into history (entity, entity_id, action, actor_kind, actor, became)
select 'source', id, 'created', @actor_kind::text, @actor::text,
    jsonb_build_object('title', name, 'licence', licence, 'citation', citation, 'contact', contact, 'url', url)
from stored
