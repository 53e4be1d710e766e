-- The entries of the history that an account made, and those about it and its records, public or not, the oldest first. What changed is told of the
-- account itself and its own records alone: other entries may hold what others said of themselves.
-- Caller: people.People.exported
-- Index: history_actor, history_entity, observations_account, held_observations_account
with own as materialized (
    select r.id::text as id from records_of_account(@account::uuid) r (id)
), found as (
    select h.id from history h where h.actor_kind = 'account' and h.actor = @account::uuid::text
    union
    select h.id from history h where h.entity = 'account' and h.entity_id = @account::uuid::text
    union
    select h.id from own join history h on h.entity = 'observation' and h.entity_id = own.id
)
select json_build_object(
    'id', h.id, 'at', h.at, 'entity', h.entity, 'entity_id', h.entity_id, 'action', h.action,
    'was', case when about.me then h.was end, 'is', case when about.me then h.became end, 'reason', h.reason)
from found
join history h on h.id = found.id
left join own on h.entity = 'observation' and h.entity_id = own.id
cross join lateral (select own.id is not null or h.entity = 'account' and h.entity_id = @account::uuid::text as me) about
order by h.id
