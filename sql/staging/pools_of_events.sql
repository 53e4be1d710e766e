-- Gives the pools the place, the days and the protocol of their sampling event that their rows do not state: of the file, else as it is
-- stored.
-- Caller: importing.fileImport.settlePools
-- Index: sampling_events_event
update import_pool_rows r
set geom = coalesce(r.geom, e.geom),
    accuracy_m = case when r.geom is null then e.accuracy_m else r.accuracy_m end,
    started_at = case when r.ended_at is null then e.started_at else r.started_at end,
    ended_at = coalesce(r.ended_at, e.ended_at),
    utc_offset = case when r.ended_at is null then e.utc_offset else r.utc_offset end,
    date_precision = case when r.ended_at is null then e.date_precision else r.date_precision end,
    sampling_protocol = coalesce(r.sampling_protocol, e.sampling_protocol),
    event_place = r.geom is null,
    event_days = r.ended_at is null,
    event_protocol = r.sampling_protocol is null
from (
    select distinct on (source, event_id) source, event_id, geom, accuracy_m, started_at, ended_at, utc_offset, date_precision, sampling_protocol
    from (
        select source, event_id, geom, accuracy_m, started_at, ended_at, utc_offset, date_precision, sampling_protocol, 1 as place
        from import_event_rows
        union all
        select s.source, e.event_id, e.geom, e.location_accuracy_m, e.started_at, e.ended_at, e.utc_offset, e.date_precision, e.sampling_protocol, 2
        from (select distinct source, event_id from import_pool_rows where event_id is not null) p
        join import_sources s on s.source = p.source
        join sampling_events e on e.data_source_key = s.key and e.event_id = p.event_id
    ) known
    order by source, event_id, place
) e
where e.source = r.source and e.event_id = r.event_id and (r.geom is null or r.ended_at is null or r.sampling_protocol is null)
