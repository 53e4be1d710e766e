-- Ends removals of more than @days days: what they took is deleted, with the receipts of its records. How many ended.
-- Caller: datasets.Purge
-- Index: held_observations_removal, held_absences_pkey, held_events_pkey, held_pools_pkey
with over as materialized (
    select id from removals where removed_at < now() - make_interval(days => @days::int)
), observations as (
    delete from held_observations where removal in (select id from over) returning id
), receipts as (
    delete from receipts where observation_id in (select id from observations)
), absences as (
    delete from held_absences where removal in (select id from over)
), events as (
    delete from held_events where removal in (select id from over)
), pools as (
    delete from held_pools where removal in (select id from over)
), noted as (
    insert into history (entity, entity_id, action, actor_kind) select 'dataset', id::text, 'purged', 'server' from over
)
delete from removals where id in (select id from over)
