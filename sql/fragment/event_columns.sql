    -- The columns of one sampling event o as events.record reads them; d is its data source.
    o.id, d.id as data_source, o.event_id, o.site_id, ST_Y(o.geom) as lat, ST_X(o.geom) as lng, o.location_accuracy_m, o.country_id,
    o.region_id, o.started_at, o.ended_at, o.utc_offset, o.date_precision, o.sampling_protocol, o.lure, o.traps, o.nights, o.effort,
    o.effort_unit, o.effort_source, o.problem, o.target_taxa, o.complete, o.remarks, o.metadata::text as metadata, o.created_at,
    o.updated_at, o.cell_degrees,
    (select coalesce(sum(c.count), 0)::bigint from observations c
     where c.event_id = o.event_id and (c.data_source_key = o.data_source_key) is true and c.status <> 'rejected') as specimens
