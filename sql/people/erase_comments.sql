-- Removes what reviewers wrote to an account, and takes the account from what it made of records itself.
-- Caller: erasures.erase
-- Index: observations_account, held_observations_account, identifications_observation, identifications_actor
with own as (
    select id from observations where account = @account::uuid
    union
    select id from held_observations where account = @account::uuid
)
update identifications i
set comment = case when i.observation_id in (select id from own) then null else i.comment end,
    actor = case when i.actor_kind = 'account' and i.actor = @account::uuid::text then null else i.actor end
where i.id in (
    select c.id from own join identifications c on c.observation_id = own.id
    union all
    select m.id from identifications m where m.actor_kind = 'account' and m.actor = @account::uuid::text
)
