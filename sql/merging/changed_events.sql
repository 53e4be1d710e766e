-- Changes the sampling events of a batch of which the file says otherwise. What a person may have set stays where the file says nothing of it: a problem,
-- remarks, whether all was counted. That an earlier import assumed an incomplete catch does not stay. A file of our own says them all.
-- Caller: importing.fileImport.mergeEvents
-- Index: sampling_events_pkey
update sampling_events o
set source_hash = r.source_hash, site_id = r.site_id, geom = r.geom,
    location_accuracy_m = r.location_accuracy_m, country_id = r.country_id, region_id = r.region_id,
    started_at = r.started_at, ended_at = r.ended_at, utc_offset = r.utc_offset,
    date_precision = r.date_precision, sampling_protocol = r.sampling_protocol, lure = r.lure,
    traps = r.traps, nights = r.nights, effort = r.effort, effort_unit = r.effort_unit,
    effort_source = r.effort_source, target_taxa = r.target_taxa,
    problem = r.problem or o.problem and not @own::boolean,
    complete = case when @own::boolean or o.assumed_incomplete then r.complete else coalesce(r.complete, o.complete) end,
    assumed_incomplete = r.assumed and (o.assumed_incomplete or o.complete is not false),
    remarks = case when @own::boolean then r.remarks else coalesce(r.remarks, o.remarks) end,
    import_rules = default,
    -- As changed_fields.sql has it.
    metadata = case when @private::boolean then r.metadata
                    else r.metadata || o.metadata - array(select jsonb_object_keys(o.metadata - array['recordedBy', 'recordedByID'])) end,
    updated_at = now()
from import_events r
where o.id = r.id and r.batch = @batch::int and r.change = 'changed'
