-- Stores a new test of a pool with its country, its region and the disease that the catalog has. A test that is stored stores nothing: who stores has its lock.
-- "materialized" makes PostgreSQL call place_of once.
-- Caller: pools.New
-- Index: country_pieces_shape, pools_pkey, pools_test
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
)
insert into pools (id, data_source_key, pool_id, event_id, geom, location_accuracy_m, country_id, region_id, started_at, ended_at,
    utc_offset, date_precision, sampling_protocol, taxon_key, verbatim_scientific_name, identification_qualifier, sex, life_stage, size,
    pathogen, disease_id, method, result, tested_on, remarks, metadata, event_place, event_days, event_protocol)
select @id::uuid, @data_source_key::int, @pool_id::text, @event_id::text, place.geom, @location_accuracy_m::float8, place.country_id,
    c.region_id, @started_at::timestamptz, @ended_at::timestamptz, @utc_offset::smallint, @date_precision::text,
    @sampling_protocol::text, @taxon_key::int, @verbatim_scientific_name::text, @identification_qualifier::text, @sex::text,
    @life_stage::text, @size::smallint, @pathogen::text, (select d.id from diseases d where d.id = @disease_id::text), @method::text,
    @result::text, @tested_on::text::date, @remarks::text, @metadata::text::jsonb,
    @event_place::boolean, @event_days::boolean, @event_protocol::boolean
from place
left join countries c on c.id = place.country_id
where not exists (select from pools o where o.id = @id::uuid)
  and not exists (select from pools o where o.data_source_key = @data_source_key::int and o.pool_id = @pool_id::text
      and o.pathogen = @pathogen::text and o.method is not distinct from @method::text)
