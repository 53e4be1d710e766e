    -- What a change sets of a record o, which e has with its exact place; place and its country c are null where it did not move.
    taxon_key = @taxon_key::int, verbatim_scientific_name = @verbatim_scientific_name::text, count = @count::int,
    geom = case when @moved::boolean then place.geom else e.geom end,
    country_id = case when @moved::boolean then place.country_id else e.country_id end,
    region_id = case when @moved::boolean then c.region_id else e.region_id end,
    observed_at = @observed_at::timestamptz, date_precision = @date_precision::text, observed_until = @observed_until::date,
    data_source_key = @data_source_key::int, location_accuracy_m = @location_accuracy_m::float8,
    life_stage = @life_stage::text, sex = @sex::text, sampling_protocol = @sampling_protocol::text,
    event_id = @event_id::text, status = @status::text, notes = @notes::text, user_id = @user_id::text,
    observer_name = @observer_name::text, image_url = @image_url::text, prediction_id = @prediction_id::uuid,
    model_id = @model_id::text, confidence = @confidence::float8, metadata = @metadata::text::jsonb,
    utc_offset = @utc_offset::smallint, identification_qualifier = @identification_qualifier::text,
    basis_of_record = @basis_of_record::text, licence = @licence::text, obscured_degrees = @obscured_degrees::float8, import_rules = default,
    -- What is set is exact; where a rule hides the place, a trigger draws it again.
    cell_degrees = null,
    -- What the place and the name say is found anew; what only the source could say (a country, a date, another source) stays.
    flags = case when @moved::boolean then place_flags(place.geom, place.country_id) | e.flags & 48::smallint else e.flags & 55::smallint end
        | case when @location_accuracy_m::float8 >= 10000 then 8::smallint
               when @moved::boolean or e.location_accuracy_m is distinct from @location_accuracy_m::float8 then 0::smallint
               else e.flags & 8::smallint end
        | range_flag(@taxon_key::int, case when @moved::boolean then c.region_id else e.region_id end),
    updated_at = greatest(clock_timestamp(), o.updated_at + interval '1 microsecond')
