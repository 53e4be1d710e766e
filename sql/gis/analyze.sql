-- Statistics of the sums, and of the regions, too few for autovacuum to look at: QGIS shows the planner's estimate as the number of features.
-- Caller: gis.countAlone
analyze observation_sums, sites, region_shapes, regions
