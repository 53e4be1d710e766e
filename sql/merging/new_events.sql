-- Stores the new sampling events of a batch of the file, as new_observations.sql stores records.
-- Caller: importing.fileImport.mergeEvents
-- Index: none, nothing is looked for
insert into sampling_events (id, data_source_key, event_id, source_hash, site_id, geom, location_accuracy_m, country_id, region_id,
    started_at, ended_at, utc_offset, date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, problem,
    target_taxa, complete, assumed_incomplete, remarks, metadata)
select r.id, r.data_source_key, r.event_id, r.source_hash, r.site_id, r.geom, r.location_accuracy_m, r.country_id, r.region_id,
    r.started_at, r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, r.lure, r.traps, r.nights, r.effort, r.effort_unit,
    r.effort_source, r.problem, r.target_taxa, r.complete, r.assumed, r.remarks, r.metadata
from import_events r
where r.batch = @batch::int and r.change = 'new'
order by r.ended_at
