-- A prediction whose picture was saved.
-- Caller: uploads.Store.Save
-- Index: predictions_pkey
insert into predictions (id, image_url, model_id, scientific_name, confidence)
values (@id::uuid, @image_url::text, @model_id::text, @scientific_name::text, @confidence::float8)
