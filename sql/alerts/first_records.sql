-- The first record of each name at each place, by its last day: what can raise an alert of a new species, and what is earlier. Rejected
-- records, those that are less exact than the limit, and those whose place is doubtful (flags country_mismatch, zero_coordinates and
-- country_centroid) say too little.
-- Caller: kinds.round.firstRecords
-- Index: observations_taxon
select distinct on (o.taxon_key, o.mercator_x, o.mercator_y)
       o.taxon_key, o.id, o.last_day - date '1970-01-01' as day, ST_X(o.geom) as lon, ST_Y(o.geom) as lat, o.location_accuracy_m, o.data_source_key,
       o.status
from observations o
where o.taxon_key = any(@taxa::int[]) and o.status <> 'rejected' and o.flags & 7 = 0
  and (o.location_accuracy_m is null or o.location_accuracy_m <= @accuracy::float8)
order by o.taxon_key, o.mercator_x, o.mercator_y, o.last_day, o.id
