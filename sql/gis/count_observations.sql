-- Reads every observation. Sessions that read the sums meanwhile see the last ones.
-- Caller: gis.countAlone
-- Index: observation_sums_key
refresh materialized view concurrently observation_sums
