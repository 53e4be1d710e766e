-- Reads every observation; who reads the sums meanwhile sees those from before. gis.Count
refresh materialized view concurrently observation_sums
