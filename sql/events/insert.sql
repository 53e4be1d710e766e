-- Stores a new sampling event with its country and region. An id that is taken stores nothing: who stores has its lock.
-- "materialized" makes PostgreSQL call place_of once.
-- Caller: events.New
-- Index: country_pieces_shape, sampling_events_pkey
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
)
insert into sampling_events (id, data_source_key, event_id, site_id, geom, location_accuracy_m, country_id, region_id, started_at,
    ended_at, utc_offset, date_precision, sampling_protocol, lure, traps, nights, effort, effort_unit, effort_source, problem,
    target_taxa, complete, remarks, metadata)
select @id::uuid, @data_source_key::int, @event_id::text, @site_id::text, place.geom, @location_accuracy_m::float8, place.country_id,
    c.region_id, @started_at::timestamptz, @ended_at::timestamptz, @utc_offset::smallint, @date_precision::text,
    @sampling_protocol::text, @lure::text, @traps::int, @nights::float8, @effort::float8, @effort_unit::text, @effort_source::text,
    @problem::boolean, @target_taxa::text[], @complete::boolean, @remarks::text, @metadata::text::jsonb
from place
left join countries c on c.id = place.country_id
where not exists (select from sampling_events o where o.id = @id::uuid)
