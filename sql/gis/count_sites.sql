-- Reads every observation, like count_observations.sql. gis.Count
refresh materialized view concurrently sites
