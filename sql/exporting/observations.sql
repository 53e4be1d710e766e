-- All that is stored of the observations that match, or of one data source among them, newest first. Streamed.
-- Caller: exporting.exportRows.records
-- Index: observations_time; or that of the filter
select
-- include: fragment/export_columns.sql
       , o.count, o.user_id, o.image_url, o.prediction_id::text as prediction_id, o.model_id, o.confidence
from observations o
where (@of_source::int is null or o.data_source_key = @of_source::int)
  and (@without_source::boolean is null or o.data_source_key is null)
  and (@of_event::boolean is null
       or exists (select from sampling_events e where e.data_source_key = o.data_source_key and e.event_id = o.event_id))
  and (@without_event::boolean is null
       or not exists (select from sampling_events e where e.data_source_key = o.data_source_key and e.event_id = o.event_id))
  and
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
