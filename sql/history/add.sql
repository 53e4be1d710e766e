-- Adds an entry to the history.
-- Caller: history.Add
insert into history (entity, entity_id, action, actor_kind, actor, was, became, reason)
values (@entity::text, @entity_id::text, @action::text, @actor_kind::text, @actor::text, @was::text::jsonb, @became::text::jsonb, nullif(@reason::text, ''))
