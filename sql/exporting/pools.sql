-- All that is stored of the pools that match, newest first. Streamed.
-- Caller: transfer.exportRows.pools
-- Index: pools_time; or that of the filter
select o.pool_id, o.pathogen, o.result, o.method, o.tested_on, o.size, o.taxon_key, o.verbatim_scientific_name, o.identification_qualifier,
       o.sex, o.life_stage, o.data_source_key, o.event_id, o.sampling_protocol, ST_X(o.geom) as lon, ST_Y(o.geom) as lat,
       o.location_accuracy_m, o.started_at, o.ended_at, o.utc_offset, o.date_precision, o.country_id, o.remarks,
       o.metadata::text as metadata, o.source_hash
from pools o
where
-- include: fragment/filter_pool.sql
order by o.ended_at desc, o.id
