       -- What the tile index keeps of an observation, as tileindex.coder reads it. Numbers go in pairs: to send a column takes
       -- PostgreSQL longer than to join two.
       id, mercator_x::bigint << 32 | (mercator_y::bigint & 4294967295) as place, taxon_key::bigint << 32 | count as taxon_and_count,
       (last_day - date '2000-01-01')::bigint << 32 | coalesce(data_source_key, 0) as last_day_and_source, observed_at, date_precision,
       country_id, region_id::text, status, life_stage, sex, sampling_protocol, location_accuracy_m,
