-- Changes the records of a batch of which the file says otherwise. One keeps its status, of which unverify.sql decides, and what only private copies
-- of our own say: its observer where the file names none, its user and picture.
-- Caller: importing.fileImport.mergeRecords
-- Index: observations_pkey
update observations o
set count = r.count,
    user_id = case when @own::boolean and @private::boolean then r.user_id else o.user_id end,
    image_url = case when @own::boolean and @private::boolean then r.image_url else o.image_url end,
    prediction_id = case when @own::boolean and @private::boolean then r.prediction_id else o.prediction_id end,
    model_id = case when @own::boolean and @private::boolean then r.model_id else o.model_id end,
    confidence = case when @own::boolean and @private::boolean then r.confidence else o.confidence end,
    cell_degrees = coalesce(o.cell_degrees,
        case when @obscures::boolean and (r.event_id is not null or obscured(r.data_source_key, r.event_id, r.taxon_key, null) is not null) then -1 end),
-- include: fragment/changed_fields.sql
from import_records r
where o.id = r.id and r.batch = @batch::int and not r.absent and r.change = 'changed'
