-- Unites the countries of each region when the catalog changed, which takes seconds.
-- Caller: gis.countAlone
-- Index: region_shapes_key
refresh materialized view concurrently region_shapes
