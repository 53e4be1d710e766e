-- What was said of an observation, the newest first.
-- Caller: observe.store.identifications
-- Index: identifications_observation
select at, decision, scientific_name, life_stage, sex, actor_kind, actor, reason, comment
from identifications
where observation_id = @id::uuid
order by id desc
limit @limit::bigint
