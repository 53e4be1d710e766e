drop view gis.sites;
alter materialized view sites rename to traps;
alter index sites_id rename to traps_id;
alter index sites_geom rename to traps_geom;
alter index sites_last_day rename to traps_last_day;
comment on table gis_counted is 'what observation_sums, traps and region_shapes were made of, and when; one row';
comment on view gis.traps is 'places with several records, as of counted_at';
