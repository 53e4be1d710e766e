-- Stores a batch of the file's sampling events. What a person may have set stays where the file says nothing of it: a problem, remarks,
-- whether all was counted. That an earlier import assumed an incomplete catch does not stay. A file of our own says them all.
-- Caller: importing.fileImport.mergeEvents
-- Index: sampling_events_pkey
insert into sampling_events as o (id, data_source_key, event_id, source_hash, site_id, geom, location_accuracy_m, country_id, region_id,
    started_at, ended_at, utc_offset, date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, problem,
    target_taxa, complete, assumed_incomplete, remarks, metadata)
select r.id, r.data_source_key, r.event_id, r.source_hash, r.site_id, r.geom, r.location_accuracy_m, r.country_id, r.region_id,
    r.started_at, r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, r.lure, r.traps, r.nights, r.effort, r.effort_unit,
    r.effort_source, r.problem, r.target_taxa, r.complete, r.assumed, r.remarks, r.metadata
from import_events r
where r.batch = @batch::int and r.change in ('new', 'changed')
order by r.ended_at
on conflict (id) do update
set source_hash = excluded.source_hash, site_id = excluded.site_id, geom = excluded.geom,
    location_accuracy_m = excluded.location_accuracy_m, country_id = excluded.country_id, region_id = excluded.region_id,
    started_at = excluded.started_at, ended_at = excluded.ended_at, utc_offset = excluded.utc_offset,
    date_precision = excluded.date_precision, sampling_protocol = excluded.sampling_protocol, lure = excluded.lure,
    traps = excluded.traps, nights = excluded.nights, effort = excluded.effort, effort_unit = excluded.effort_unit,
    effort_source = excluded.effort_source, target_taxa = excluded.target_taxa,
    problem = excluded.problem or o.problem and not @own::boolean,
    complete = case when @own::boolean or o.assumed_incomplete then excluded.complete else coalesce(excluded.complete, o.complete) end,
    assumed_incomplete = excluded.assumed_incomplete and (o.assumed_incomplete or o.complete is not false),
    remarks = case when @own::boolean then excluded.remarks else coalesce(excluded.remarks, o.remarks) end,
    import_rules = excluded.import_rules,
    -- As changed_fields.sql has it.
    metadata = case when @private::boolean then excluded.metadata
                    else excluded.metadata || o.metadata - array(select jsonb_object_keys(o.metadata - array['recordedBy', 'recordedByID'])) end,
    updated_at = now()
