-- Adds what somebody makes of an observation.
-- Caller: observe.store.identify
insert into identifications (observation_id, decision, scientific_name, life_stage, sex, actor_kind, actor, reason, comment)
values (@id::uuid, @decision::text, @name::text, @life_stage::text, @sex::text, @actor_kind::text, @actor::text, @reason::text, @comment::text)
