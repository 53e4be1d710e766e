-- What reviewers said of the records of an account, the oldest first, without who they are.
-- Caller: people.People.exported
-- Index: observations_account, held_observations_account, identifications_observation
with own as materialized (
    select id from observations where account = @account::uuid
    union
    select id from held_observations where account = @account::uuid
)
select json_build_object(
    'observation_id', i.observation_id, 'at', i.at, 'decision', i.decision, 'scientific_name', i.scientific_name, 'life_stage', i.life_stage, 'sex', i.sex,
    'reason', i.reason, 'comment', i.comment)
from own join identifications i on i.observation_id = own.id order by i.id
