-- The locked predictions that no observation cites, public or not. It is a statement of its own, because its snapshot has to be younger
-- than the locks.
-- Caller: uploads.Store.delete
-- Index: observations_prediction, held_observations_prediction
select id from predictions p
where id = any(@ids::uuid[]) and not exists (select from observations o where o.prediction_id = p.id)
  and not exists (select from held_observations h where h.prediction_id = p.id)
