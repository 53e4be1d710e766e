-- A saved prediction, locked so that its picture stays until the observation that cites it is stored, and marked as cited by the first that
-- does. One that was given up (predict/give_up.sql) is not found. The confidence of one that names no species is not that of a record's name.
-- Caller: observe.store.citation
-- Index: predictions_pkey
update predictions set
    cited_by = case when cited_at is null then @observation::uuid else cited_by end,
    cited_at = coalesce(cited_at, now())
where id = @id::uuid and cited_by is distinct from '00000000-0000-0000-0000-000000000000'
returning image_url, model_id, case when scientific_name is not null then confidence end as confidence
