-- Stores a batch of the file's records. One that changed keeps its status, of which unverify.sql decides, and what only private copies of our own
-- say: its observer where the file names none, its user and picture.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
-- include: fragment/stored_records.sql
where r.batch = @batch::int and not r.absent and r.change in ('new', 'changed')
order by r.geom, r.observed_at
on conflict (id) do update
set count = excluded.count,
    user_id = case when @own::boolean and @private::boolean then excluded.user_id else o.user_id end,
    image_url = case when @own::boolean and @private::boolean then excluded.image_url else o.image_url end,
    prediction_id = case when @own::boolean and @private::boolean then excluded.prediction_id else o.prediction_id end,
    model_id = case when @own::boolean and @private::boolean then excluded.model_id else o.model_id end,
    confidence = case when @own::boolean and @private::boolean then excluded.confidence else o.confidence end,
    cell_degrees = coalesce(o.cell_degrees, excluded.cell_degrees),
-- include: fragment/changed_fields.sql
