-- The entries of the history that an account made, or that are about it, the oldest first. What changed is told of the account itself and its own
-- records alone: other entries may hold what others said of themselves.
-- Caller: people.People.exported
-- Index: history_actor, history_entity, observations_pkey, held_observations_id
select json_build_object(
    'id', h.id, 'at', h.at, 'entity', h.entity, 'entity_id', h.entity_id, 'action', h.action,
    'was', case when own.yes then h.was end, 'is', case when own.yes then h.became end, 'reason', h.reason)
from history h
cross join lateral (
    select case when h.entity = 'observation' then
        exists (select from observations o where o.id = h.entity_id::uuid and o.account = @account::uuid)
        or exists (select from held_observations o where o.id = h.entity_id::uuid and o.account = @account::uuid)
    else h.entity = 'account' and h.entity_id = @account::uuid::text end as yes
) own
where h.actor_kind = 'account' and h.actor = @account::uuid::text or h.entity = 'account' and h.entity_id = @account::uuid::text
order by h.id
