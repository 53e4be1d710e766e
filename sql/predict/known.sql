-- The ids that are those of predictions, and whether an observation cites them.
-- Caller: uploads.Store.known
-- Index: predictions_pkey, observations_prediction
select id, exists (select from observations o where o.prediction_id = p.id) as cited from predictions p where id = any(@ids::uuid[])
