       -- The columns of a GeoJSON feature, in the order in which internal/geojson reads them.
       o.id, ST_X(o.geom) as lon, ST_Y(o.geom) as lat, o.taxon_key, o.count, o.observed_at, o.utc_offset, o.date_precision, o.observed_until,
       o.data_source_key, o.country_id, o.location_accuracy_m, o.life_stage, o.sex, o.status, o.notes, o.occurrence_id,
       o.identification_qualifier, o.basis_of_record, o.licence, o.flags
