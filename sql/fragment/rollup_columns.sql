       -- What the rollups keep of a record, of observations or of the change log: the place on the whole grid, days since 1600-01-01, the
       -- month of each, and texts that are empty where there is none.
       mercator_x::bigint + 2147483648 as x, mercator_y::bigint + 2147483648 as y, taxon_key,
       date_trunc('month', local_day(observed_at, utc_offset)::timestamp)::date as first_month, date_trunc('month', last_day::timestamp)::date as last_month,
       coalesce(country_id, '') as country_id, coalesce(region_id, '')::text as region_id, coalesce(data_source_key, 0) as data_source_key, status,
       coalesce(lower(life_stage), '') as life_stage, coalesce(lower(sex), '') as sex, coalesce(lower(sampling_protocol), '') as sampling_protocol,
       flags, count::bigint as specimens,
       (local_day(observed_at, utc_offset) - date '1600-01-01')::bigint << 32 | (last_day - date '1600-01-01') as earliest,
       (last_day - date '1600-01-01')::bigint << 32 | (local_day(observed_at, utc_offset) - date '1600-01-01') as latest,
