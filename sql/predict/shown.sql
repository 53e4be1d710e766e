-- Whether the picture of a prediction is shown: nobody has cited it yet, or a record that is not rejected cites it. No row for a picture that
-- is no prediction's.
-- Caller: uploads.Store.shown
-- Index: predictions_pkey, observations_prediction
select cited_at is null or exists (select from observations o where o.prediction_id = p.id and o.status <> 'rejected') from predictions p where id = @id::uuid
