-- Stores a new observation with its country and region, and the hash of the request where the client chose the id, and returns it. An id
-- that is taken stores nothing and returns no row. "materialized" makes PostgreSQL call place_of once.
-- Caller: observe.store.insert
-- Index: country_pieces_shape, observations_pkey, observation_requests_pkey
with place as materialized (
    select geom, place_of(geom) as country_id
    from (select ST_SetSRID(ST_MakePoint(@lng::float8, @lat::float8), 4326) as geom) point
), stored as (
    insert into observations (id, taxon_key, verbatim_scientific_name, count, geom, observed_at, date_precision, observed_until,
        data_source_key, country_id, region_id, location_accuracy_m, life_stage, sex, sampling_protocol, event_id, status, notes,
        user_id, observer_name, image_url, prediction_id, model_id, confidence, metadata, utc_offset, identification_qualifier,
        basis_of_record, licence, flags)
    select @id::uuid, @taxon_key::int, @verbatim_scientific_name::text, @count::int, place.geom, @observed_at::timestamptz,
        @date_precision::text, @observed_until::date, @data_source_key::int, place.country_id, c.region_id,
        @location_accuracy_m::float8, @life_stage::text, @sex::text, @sampling_protocol::text, @event_id::text, @status::text,
        @notes::text, @user_id::text, @observer_name::text, @image_url::text, @prediction_id::uuid, @model_id::text,
        @confidence::float8, @metadata::text::jsonb, @utc_offset::smallint, @identification_qualifier::text, @basis_of_record::text,
        @licence::text,
        place_flags(place.geom, place.country_id) | range_flag(@taxon_key::int, c.region_id)
            | (case when @location_accuracy_m::float8 >= 10000 then 8 else 0 end)::smallint
    from place
    left join countries c on c.id = place.country_id
    on conflict (id) do nothing
    returning *
), request as (
    insert into observation_requests (id, hash) select id, @hash::bytea from stored where @hash::bytea is not null
)
select
-- include: fragment/observation_columns.sql
from stored o
join taxa t on t.key = o.taxon_key
left join data_sources d on d.key = o.data_source_key
