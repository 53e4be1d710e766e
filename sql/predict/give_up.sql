-- Marks predictions of which nobody knows whether their picture is there: cited by a record that there is not, so that nobody sees or cites
-- them, and a sweep deletes them.
-- Caller: uploads.Store.Save, uploads.Store.delete
-- Index: predictions_pkey
update predictions set cited_at = now(), cited_by = '00000000-0000-0000-0000-000000000000' where id = any(@ids::uuid[])
