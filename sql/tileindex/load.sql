-- Every observation as the index counts it; the columns and their expressions are those of the trigger log_changes.
-- tileindex.Load, a sequential scan.
select taxon_key, round(ST_X(geom) * 1e7)::integer as lon_e7, round(ST_Y(geom) * 1e7)::integer as lat_e7,
       (observed_at at time zone 'UTC')::date as first_day, last_day, count, country_id, region_id::text, data_source_key, status,
       lower(life_stage) as life_stage, lower(sex) as sex, lower(sampling_protocol) as sampling_protocol, location_accuracy_m
from observations
