-- Statistics of the sums: QGIS shows the planner's estimate as the number of features.
-- Caller: gis.countAlone
analyze observation_sums, sites, region_shapes
