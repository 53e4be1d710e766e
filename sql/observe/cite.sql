-- A saved prediction, held so that its picture stays until the observation that cites it is stored. observe.store.
select image_url, model_id, confidence from predictions where id = @id::uuid for key share
