       -- What the copy in memory keeps of where, when and how a sampling event or a pool e was caught, as eventindex.samplingColumns reads it.
       ST_X(e.geom) as lon, ST_Y(e.geom) as lat, e.first_day, e.last_day, e.months, e.data_source_key, e.country_id,
       e.region_id::text as region_id, e.sampling_protocol, e.date_precision, e.location_accuracy_m,
