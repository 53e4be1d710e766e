-- Deletes predictions whose pictures are gone.
-- Caller: gallery.Gallery.Save, gallery.Gallery.delete
-- Index: predictions_pkey
delete from predictions where id = any(@ids::uuid[])
