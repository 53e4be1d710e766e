-- Keeps the hash of an account that was erased, and says in the history that one was, without saying which.
-- Caller: erasures.erase
-- Index: erasures_pkey
with kept as (
    insert into erasures (hash) values (sha256(convert_to(@account::uuid::text, 'UTF8'))) on conflict do nothing
)
insert into history (entity, entity_id, action, actor_kind, actor) values ('account', 'erased', 'erased', @actor_kind::text, @actor::text)
