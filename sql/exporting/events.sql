-- All that is stored of the sampling events of a data source that match or have records or pools that do, newest first. Streamed. caught
-- says whether a record of the event is stored that no review rejected, and left_out whether the Filter leaves out such a record by its place,
-- days or protocol, which may differ from those of the event.
-- Caller: exporting.exportRows.events
-- Index: sampling_events_event, observations_event, absences_event, pools_event
select e.event_id, e.site_id, ST_X(e.geom) as lon, ST_Y(e.geom) as lat, e.location_accuracy_m, e.country_id, e.started_at, e.ended_at,
       e.utc_offset, e.date_precision, e.sampling_protocol, e.lure, e.traps, e.nights, e.effort, e.effort_unit, e.effort_source, e.problem,
       e.target_taxa, e.complete, e.remarks, generalized(e.metadata, e.cell_degrees)::text as metadata, e.source_hash,
       exists (
           select from observations o
           where o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true and o.status <> 'rejected'
       ) as caught,
       exists (
           select from observations o
           where o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true and o.status <> 'rejected'
             and (true
and (@start_at::timestamptz is null or o.observed_at >= @start_at::timestamptz)
and (@end_at::timestamptz is null or o.observed_at < @end_at::timestamptz)
-- include: fragment/filter_event.sql
             ) is not true
       ) as left_out
from (
    select o.*, (@events::boolean
      and
-- include: fragment/filter_sampling.sql
    ) as matches
    from sampling_events o
    where o.data_source_key = @of_source::int
) e
where e.matches
   or exists (
       select from observations o
       where o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true and
-- include: fragment/filter.sql
   )
   or @absences::boolean and exists (
       select from absences o
       where o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true and
-- include: fragment/filter.sql
   )
   or exists (
       select from pools o
       where o.event_id = e.event_id and o.data_source_key = e.data_source_key and
-- include: fragment/filter_pool.sql
   )
order by e.ended_at desc, e.id
