-- What an account made of records as a reviewer, the oldest first.
-- Caller: people.People.exported
-- Index: identifications_actor
select json_build_object(
    'observation_id', observation_id, 'at', at, 'decision', decision, 'scientific_name', scientific_name, 'life_stage', life_stage, 'sex', sex,
    'reason', reason, 'comment', comment)
from identifications where actor_kind = 'account' and actor = @account::uuid::text order by id
