    -- A rectangle of the grid: the spatial index by an envelope in degrees that is a trifle larger (null is the whole world),
    -- then the numbers themselves; as `::int <> 0`, so that the planner's estimate is the one of the envelope.
    (@window_west::float8 is null or o.geom && ST_MakeEnvelope(@window_west::float8, @window_south::float8,
                                                                @window_east::float8, @window_north::float8, 4326))
and (o.mercator_x between @first_x::int and @last_x::int and o.mercator_y between @first_y::int and @last_y::int)::int <> 0
