-- The file's sampling events in the order of time, with what changes in the table: new, changed or same. Those of a file of our own are
-- compared field by field; one without some of its records says less than what is stored, and changes nothing.
-- Caller: importing.fileImport.compareEvents
-- Index: sampling_events_pkey
create temporary table import_events on commit drop as
select ((row_number() over (order by e.ended_at, e.id) - 1) / @batch::int)::int as batch, e.*,
       case when o.id is null then 'new'
            when e.partial then 'same'
            when @own::boolean or o.source_hash is distinct from e.source_hash then 'changed'
            else 'same' end as change
from (
    select r.id, s.key as data_source_key, r.event_id, r.source_hash, r.site_id, r.geom, r.accuracy_m as location_accuracy_m,
           -- As records.sql has it.
           case when near.id is null then p.country_id else near.id end as country_id,
           case when near.id is null then p.region_id else near.region_id end as region_id,
           r.started_at, r.ended_at, r.utc_offset, r.date_precision, r.sampling_protocol, r.lure, r.traps, r.nights, r.effort,
           r.effort_unit, r.effort_source, r.problem, r.target_taxa, r.complete, r.assumed, r.remarks, r.metadata, r.partial
    from import_event_rows r
    join import_places p on p.geom = r.geom
    join import_sources s on s.source = r.source
    left join import_mismatches m on m.geom = r.geom and m.stated_country = r.stated_country
    left join countries near on near.id = r.stated_country and near.id <> p.country_id and near.id is distinct from p.state and m.geom is null
) e
left join sampling_events o on o.id = e.id
