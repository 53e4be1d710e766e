-- Reads every observation. Sessions that read the places meanwhile see the last ones.
-- Caller: gis.countAlone
-- Index: sites_id
refresh materialized view concurrently sites
