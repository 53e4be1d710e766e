-- The observations of a part of the table's pages as the index counts them; the columns are those of changes.sql.
-- tileindex.Run, a scan by tid.
select mercator_x, mercator_y, taxon_key, observed_at, last_day, count, country_id, region_id::text, data_source_key, status,
       life_stage, sex, sampling_protocol, location_accuracy_m,
       case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end as latitude
from observations
where ctid >= @first::tid and ctid < @until::tid
