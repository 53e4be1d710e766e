-- What a pool takes from its sampling event, and the mosquitoes of a taxon that the event caught; no row without the event.
-- Caller: pools.draft.event
-- Index: sampling_events_event, observations_event
select ST_Y(e.geom) as lat, ST_X(e.geom) as lng, e.location_accuracy_m, e.started_at, e.ended_at, e.utc_offset, e.date_precision,
       e.sampling_protocol,
       (select coalesce(sum(o.count), 0)::bigint from observations o
        where o.event_id = e.event_id and (o.data_source_key = e.data_source_key) is true and o.status <> 'rejected') as specimens
from data_sources d
join exact_sampling_events e on e.data_source_key = d.key
where d.id = @source::text and e.event_id = @event_id::text
