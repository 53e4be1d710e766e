       -- What the copy in memory keeps of a sampling event e, as eventindex.reader reads it.
       e.id, ST_X(e.geom) as lon, ST_Y(e.geom) as lat, e.first_day, e.last_day, e.months, e.data_source_key, e.site_id, e.country_id,
       e.region_id::text as region_id, e.sampling_protocol, array_to_string(e.target_taxa, E'\n') as target, e.date_precision, e.problem,
       e.complete, e.effort, e.effort_unit, e.location_accuracy_m,
       -- The nights that the effort was derived from are known.
       case when e.nights is null and e.effort_source = 'derived' then round(e.effort / coalesce(e.traps, 1)) else e.nights end as nights
