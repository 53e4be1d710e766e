-- Whether the picture of a prediction is shown: nobody has cited it yet, or the record that did first does so and is not rejected. A record
-- that is younger than the citation only got the id of one that was deleted. No row for a picture that is no prediction's.
-- Caller: uploads.Store.shown
-- Index: predictions_pkey, observations_pkey
select cited_at is null or exists (
    select from observations o where o.id = p.cited_by and o.prediction_id = p.id and o.created_at <= p.cited_at and o.status <> 'rejected')
from predictions p where id = @id::uuid
