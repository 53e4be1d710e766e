-- What was said of several observations, the newest of each first.
-- Caller: observe.store.identificationsOf
-- Index: identifications_observation
select i.observation_id, i.at, i.decision, i.scientific_name, i.life_stage, i.sex, i.actor_kind, i.actor, i.reason, i.comment
from unnest(@ids::uuid[]) as asked (id)
cross join lateral (
    select * from identifications o
    where o.observation_id = asked.id
    order by o.id desc
    limit @limit::bigint
) i
order by i.observation_id, i.id desc
