-- A sampling event of a file of our own is the same when its fields are.
-- Caller: importing.fileImport.compareEvents
-- Index: sampling_events_pkey
update import_events r set change = 'same'
from sampling_events o
where o.id = r.id and r.change = 'changed'
  and (not @private::boolean or o.metadata = r.metadata)
  and o.metadata - array['recordedBy', 'recordedByID'] = r.metadata - array['recordedBy', 'recordedByID']
  and (o.site_id, o.geom, o.location_accuracy_m, o.started_at, o.ended_at, o.utc_offset, o.date_precision, o.sampling_protocol, o.lure,
       o.traps, o.nights, o.effort, o.effort_unit, o.effort_source, o.problem, o.target_taxa, o.complete, o.remarks)
      is not distinct from
      (r.site_id, r.geom, r.location_accuracy_m, r.started_at, r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, r.lure,
       r.traps, r.nights, r.effort, r.effort_unit, r.effort_source, r.problem, r.target_taxa, r.complete, r.remarks)
