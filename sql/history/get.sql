-- One entry of the history of one thing.
-- Caller: history.Get
-- Index: history_pkey
select id, at, action, actor_kind, actor, was::text as was, became::text as became, reason
from history
where entity = @entity::text and entity_id = @entity_id::text and id = @id::bigint
