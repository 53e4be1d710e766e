-- Changes a test of a pool, its country and region when it moved. updated_at grows even when the clock does not.
-- Caller: pools.New
-- Index: pools_pkey
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
    where @moved::boolean
)
update pools o set
    event_id = @event_id::text,
    geom = case when @moved::boolean then place.geom else e.geom end,
    country_id = case when @moved::boolean then place.country_id else e.country_id end,
    region_id = case when @moved::boolean then c.region_id else e.region_id end,
    location_accuracy_m = @location_accuracy_m::float8, started_at = @started_at::timestamptz, ended_at = @ended_at::timestamptz,
    utc_offset = @utc_offset::smallint, date_precision = @date_precision::text, sampling_protocol = @sampling_protocol::text,
    taxon_key = @taxon_key::int, verbatim_scientific_name = @verbatim_scientific_name::text,
    identification_qualifier = @identification_qualifier::text, sex = @sex::text, life_stage = @life_stage::text,
    size = @size::smallint, disease_id = (select d.id from diseases d where d.id = @disease_id::text), method = @method::text,
    result = @result::text, tested_on = @tested_on::text::date, remarks = @remarks::text, metadata = @metadata::text::jsonb,
    event_place = @event_place::boolean, event_days = @event_days::boolean, event_protocol = @event_protocol::boolean,
    import_rules = default,
    -- As fragment/updated_columns.sql has it.
    cell_degrees = null, updated_at = greatest(clock_timestamp(), o.updated_at + interval '1 microsecond')
from exact_pools e
left join place on true
left join countries c on c.id = place.country_id
where o.id = @id::uuid and e.id = @id::uuid
