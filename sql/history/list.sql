-- A page of the history of one thing, newest first, before an entry.
-- Caller: history.List
-- Index: history_entity
select id, at, action, actor_kind, actor, was::text as was, became::text as became, reason
from history
where entity = @entity::text and entity_id = @entity_id::text and (@before::bigint is null or id < @before::bigint)
order by id desc
limit @limit::bigint
