-- All that is stored of the pools that match, or of one data source among them, newest first. Streamed.
-- Caller: exporting.exportRows.pools
-- Index: pools_time; or that of the filter
select o.id, o.pool_id, o.pathogen, o.result, o.method, o.tested_on, o.size, o.taxon_key, o.verbatim_scientific_name, o.identification_qualifier,
       o.sex, o.life_stage, o.data_source_key, o.event_id, o.sampling_protocol, ST_X(o.geom) as lon, ST_Y(o.geom) as lat,
       o.location_accuracy_m, o.started_at, o.ended_at, o.utc_offset, o.date_precision, o.country_id, o.remarks,
       generalized(o.metadata, o.cell_degrees)::text as metadata, o.source_hash, o.event_place, o.event_days, o.event_protocol
from pools o
where (@of_source::int is null or o.data_source_key = @of_source::int)
  and (@of_event::boolean is null
       or exists (select from sampling_events e where e.data_source_key = o.data_source_key and e.event_id = o.event_id))
  and (@without_event::boolean is null
       or not exists (select from sampling_events e where e.data_source_key = o.data_source_key and e.event_id = o.event_id))
  and
-- include: fragment/filter_pool.sql
order by o.ended_at desc, o.id
