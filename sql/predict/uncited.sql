-- The locked predictions that no observation cites. It is a statement of its own, because its snapshot has to be younger
-- than the locks.
-- Caller: uploads.Store.delete
-- Index: observations_prediction
select id from predictions p where id = any(@ids::uuid[]) and not exists (select from observations o where o.prediction_id = p.id)
