-- The ids that are those of predictions, whether an observation cites them, public or not, and whether one did.
-- Caller: uploads.Store.known
-- Index: predictions_pkey, observations_prediction, held_observations_prediction
select id, exists (select from observations o where o.prediction_id = p.id) or exists (select from held_observations h where h.prediction_id = p.id) as cited,
       cited_at is not null as was_cited
from predictions p
where id = any(@ids::uuid[])
