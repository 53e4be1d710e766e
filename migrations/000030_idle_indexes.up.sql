-- Servers count and list by these conditions from memory. Where SQL answers (while a server starts, without the tile index, OGC API with
-- other conditions) it reads by time, place, taxon, country, region or data source, and compares the rows. Each index took 2 to 3 % of the
-- time of an import.
drop index observations_months, observations_life_stage, observations_sex, observations_sampling_protocol, observations_accuracy;
comment on index observations_pkey is 'single records; imports compare and merge by it';
comment on index observations_geom is 'boxes of the views in gis, OGC API - Features, areas, exports, and layers without the tile index';
comment on index observations_time is 'the order of every list and of every page of OGC API - Features';
comment on index observations_taxon is 'lists of a taxon; new synonyms, first records of alerts, equal records of an import';
comment on index observations_country is 'lists of a country, and foreign keys';
comment on index observations_region is 'lists of a region, and foreign keys';
comment on index observations_data_source is 'lists of a data source; imports, exports and removals of it';
comment on index observations_status is 'lists of verified or rejected records';
comment on index observations_user is 'the own records of a user';
comment on index observations_prediction is 'predictions that no record cites are removed';
comment on index observations_until is 'records that know no day, where a day is asked for';
comment on index observations_flags is 'lists of records with a quality flag';
comment on index observations_qualifier is 'lists of doubtful identifications';
comment on index observations_occurrence_id is 'imports find the records that another data source has too';
comment on index observations_event is 'sampling events find their catch';
