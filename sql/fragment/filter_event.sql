-- What the Filter asks of the place, the days and the sampling of o, an observation, an absence or a sampling event.
-- Points are compared as exact numbers after the index, because && alone compares boxes of single precision; as
-- `::int <> 0`, which the planner takes for nearly always true, so that its estimate is the one of &&. A list of one item
-- comes as an equality, because an index that goes on in time order serves that alone. Several areas come as one MultiPolygon, whose
-- polygons may overlap: ST_Covers asks them one by one about a point.
and (@end_day::date is null or o.last_day <= @end_day::date)
and (@country::text is null or o.country_id = @country::text)
and (@countries::text[] is null or o.country_id = any(@countries::text[]))
and (@region::text is null or o.region_id = @region::text)
and (@regions::text[] is null or o.region_id = any(@regions::text[]))
and (@data_source::int is null or o.data_source_key = @data_source::int)
and (@data_sources::int[] is null or o.data_source_key = any(@data_sources::int[]))
and (@sampling_protocols::text[] is null or lower(o.sampling_protocol) = any(@sampling_protocols::text[]))
and (@max_uncertainty_m::float8 is null or o.location_accuracy_m is null or o.location_accuracy_m <= @max_uncertainty_m::float8)
and (@event_ids::text[] is null or o.event_id = any(@event_ids::text[]))
and (@south::float8 is null
     or case when @west::float8 <= @east::float8
        then o.geom && ST_MakeEnvelope(@west::float8, @south::float8, @east::float8, @north::float8, 4326)
        else o.geom && ST_MakeEnvelope(@west::float8, @south::float8, 180, @north::float8, 4326)
          or o.geom && ST_MakeEnvelope(-180, @south::float8, @east::float8, @north::float8, 4326)
        end)
and (@south::float8 is null
     or (ST_Y(o.geom) between @south::float8 and @north::float8
         and case when @west::float8 <= @east::float8
             then ST_X(o.geom) between @west::float8 and @east::float8
             else ST_X(o.geom) >= @west::float8 or ST_X(o.geom) <= @east::float8 end)::int <> 0)
and (@area::geometry is null or (o.geom && @area::geometry and ST_Covers(@area::geometry, o.geom)::int <> 0))
