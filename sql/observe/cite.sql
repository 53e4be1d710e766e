-- A saved prediction, locked so that its picture stays until the observation that cites it is stored.
-- Caller: observe.store.citation
-- Index: predictions_pkey
select image_url, model_id, confidence from predictions where id = @id::uuid for key share
