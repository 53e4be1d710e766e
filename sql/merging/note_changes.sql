-- Adds what a batch of the file changed to the history, an entry a record. What a record says otherwise only by the server's own doing is none.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
with changes as (
    select b.id, b.said as was,
-- include: fragment/noted_members.sql
        as became
    from import_before b
    join observations o on o.id = b.id
    join taxa t on t.key = o.taxon_key
    left join data_sources d on d.key = o.data_source_key
), members as (
    select c.id, jsonb_object_agg(w.key, w.value) as was, jsonb_object_agg(w.key, c.became -> w.key) as became
    from changes c
    cross join lateral jsonb_each(c.was) w
    where w.value is distinct from c.became -> w.key
    group by c.id
)
insert into history (entity, entity_id, action, actor_kind, actor, was, became)
select 'observation', id::text, 'imported', @actor_kind::text, @actor::text, was, became from members
