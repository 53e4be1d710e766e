-- Whether somebody else, by his last word, rejects an observation too, or gives it the same name.
-- Caller: observe.store.agrees
-- Index: identifications_observation
select exists (
    select from (
        select distinct on (actor_kind, actor) actor_kind, actor, decision, scientific_name
        from identifications
        where observation_id = @id::uuid
        order by actor_kind, actor, id desc
    ) i
    where (i.actor_kind, i.actor) is distinct from (@actor_kind::text, @actor::text)
      and case when @decision::text = 'reject' then i.decision = 'reject' else i.decision in ('confirm', 'correct') and i.scientific_name = @name::text end
)
