-- Deletes predictions whose pictures are gone.
-- Caller: uploads.Store.Save, uploads.Store.delete, uploads.Store.removeGivenUp
-- Index: predictions_pkey
delete from predictions where id = any(@ids::uuid[])
