-- Changes a sampling event, its country and region when it moved. updated_at grows even when the clock does not.
-- Caller: events.New
-- Index: sampling_events_pkey
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
    where @moved::boolean
)
update sampling_events o set
    site_id = @site_id::text,
    geom = case when @moved::boolean then place.geom else e.geom end,
    country_id = case when @moved::boolean then place.country_id else e.country_id end,
    region_id = case when @moved::boolean then c.region_id else e.region_id end,
    location_accuracy_m = @location_accuracy_m::float8, started_at = @started_at::timestamptz, ended_at = @ended_at::timestamptz,
    utc_offset = @utc_offset::smallint, date_precision = @date_precision::text, sampling_protocol = @sampling_protocol::text,
    lure = @lure::text, traps = @traps::int, nights = @nights::float8, effort = @effort::float8, effort_unit = @effort_unit::text,
    effort_source = @effort_source::text, problem = @problem::boolean, target_taxa = @target_taxa::text[],
    complete = @complete::boolean,
    assumed_incomplete = o.assumed_incomplete and @complete::boolean is not distinct from o.complete, remarks = @remarks::text, metadata = @metadata::text::jsonb, import_rules = default,
    -- As fragment/updated_columns.sql has it.
    cell_degrees = null,
    updated_at = greatest(clock_timestamp(), o.updated_at + interval '1 microsecond')
from exact_sampling_events e
left join place on true
left join countries c on c.id = place.country_id
where o.id = @id::uuid and e.id = @id::uuid
