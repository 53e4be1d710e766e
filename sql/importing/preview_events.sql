-- The first sampling events of the file as they would be. caught says whether a record of the event is in the file or stored.
-- Caller: importing.fileImport.preview
-- Index: data_sources_pkey, observations_event
select e.line, e.outcome, coalesce(d.name, '') as data_source, e.event_id, coalesce(e.site_id, '') as site_id, ST_Y(e.geom) as lat,
       ST_X(e.geom) as lon, e.started_at, e.ended_at, e.utc_offset, e.date_precision, coalesce(e.sampling_protocol, '') as sampling_protocol,
       e.effort, coalesce(e.effort_unit, '') as effort_unit, coalesce(e.effort_source, '') as effort_source, e.problem, e.target_taxa,
       e.complete,
       exists (
           select from import_records r
           where r.data_source_key is not distinct from e.data_source_key and r.event_id = e.event_id and not r.absent and r.status <> 'rejected'
       ) or exists (
           select from observations o
           where o.data_source_key = e.data_source_key and o.event_id = e.event_id and o.status <> 'rejected'
       ) as caught
from (
    select r.nth, r.line, i.*, case i.change when 'new' then 'inserted' when 'same' then 'unchanged' else 'updated' end as outcome
    from import_events i
    join import_event_rows r on r.id = i.id
    order by r.nth
    limit @rows::int
) e
left join data_sources d on d.key = e.data_source_key
order by e.nth
