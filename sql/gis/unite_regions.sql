-- Seconds for all regions. gis.Count, when the catalog changed
refresh materialized view concurrently region_shapes
