-- All that is stored of the sampling events of a data source that match or have records that do, newest first. Streamed. caught says
-- whether a record of the event is stored that no review rejected.
-- Caller: transfer.exportRows.events
-- Index: sampling_events_event, observations_data_source; or that of the filter
with records as (
    select o.event_id
    from observations o
    where o.data_source_key = @of_source::int and
-- include: fragment/filter.sql
    union
    select o.event_id
    from absences o
    where @absences::boolean and o.data_source_key = @of_source::int and
-- include: fragment/filter.sql
), found as (
    select e.id
    from records r
    join sampling_events e on e.data_source_key = @of_source::int and e.event_id = r.event_id
    union
    select o.id
    from sampling_events o
    where @events::boolean and o.data_source_key = @of_source::int
      and (@start_at::timestamptz is null or o.ended_at >= @start_at::timestamptz)
      and (@end_at::timestamptz is null or o.ended_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
)
select o.event_id, o.site_id, ST_X(o.geom) as lon, ST_Y(o.geom) as lat, o.location_accuracy_m, o.country_id, o.started_at, o.ended_at,
       o.utc_offset, o.date_precision, o.sampling_protocol, o.lure, o.traps, o.nights, o.effort, o.effort_unit, o.effort_source, o.problem,
       o.target_taxa, o.complete, o.remarks, o.metadata::text as metadata, o.source_hash, c.event_id is not null as caught
from found f
join sampling_events o on o.id = f.id
left join (
    select distinct event_id from observations where data_source_key = @of_source::int and status <> 'rejected'
) c on c.event_id = o.event_id
order by o.ended_at desc, o.id
