-- Whether another person, by his last word since the record was changed in what reviewers judge, rejects an observation too, or gives it the same name.
-- Caller: observe.store.agrees
-- Index: identifications_observation, history_entity
select exists (
    select from (
        select distinct on (person) person, decision, scientific_name, at
        from (select *, person_behind(actor_kind, actor) as person from identifications where observation_id = @id::uuid) said
        order by person, id desc
    ) i
    where i.person <> person_behind(@actor_kind::text, @actor::text)
      and case when @decision::text = 'reject' then i.decision = 'reject' else i.decision in ('confirm', 'correct') and i.scientific_name = @name::text end
      and not exists (
          select from history h
          where h.entity = 'observation' and h.entity_id = @id::uuid::text and h.at >= i.at and h.became ?| @since::text[])
)
