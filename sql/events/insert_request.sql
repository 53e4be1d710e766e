-- Stores the hash of the request that created a sampling event. It is an entry of the history.
-- Caller: events.New
-- Index: event_requests_pkey
with noted as (
    insert into history (entity, entity_id, action, actor_kind, actor) values ('event', @id::uuid::text, 'created', @actor_kind::text, @actor::text)
)
insert into event_requests (id, hash) values (@id::uuid, @hash::bytea)
