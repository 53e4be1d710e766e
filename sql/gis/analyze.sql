-- QGIS shows the planner's estimate as the number of features. gis.Count
analyze observation_sums, sites, region_shapes
