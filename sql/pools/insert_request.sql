-- Stores the hash of the request that created a test of a pool. It is an entry of the history.
-- Caller: pools.New
-- Index: pool_requests_pkey
with noted as (
    insert into history (entity, entity_id, action, actor_kind, actor) values ('pool', @id::uuid::text, 'created', @actor_kind::text, @actor::text)
)
insert into pool_requests (id, hash) values (@id::uuid, @hash::bytea)
