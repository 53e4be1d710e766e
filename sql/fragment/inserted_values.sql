    -- The values of a new record at a place, whose country is c.
    @id::uuid, @taxon_key::int, @verbatim_scientific_name::text, @count::int, place.geom, @observed_at::timestamptz,
    @date_precision::text, @observed_until::date, @data_source_key::int, place.country_id, c.region_id,
    @location_accuracy_m::float8, @life_stage::text, @sex::text, @sampling_protocol::text, @event_id::text, @status::text,
    @notes::text, @user_id::text, @observer_name::text, @image_url::text, @prediction_id::uuid, @model_id::text,
    @confidence::float8, @metadata::text::jsonb, @utc_offset::smallint, @identification_qualifier::text, @basis_of_record::text,
    @licence::text, @account::uuid, @obscured_degrees::float8,
    place_flags(place.geom, place.country_id) | range_flag(@taxon_key::int, c.region_id)
        | (case when @location_accuracy_m::float8 >= 10000 then 8 else 0 end)::smallint
