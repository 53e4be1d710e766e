-- What every table and column holds, in the words of Darwin Core (https://dwc.tdwg.org/terms/) where it has one. QGIS shows these
-- texts, and so does \d+ in psql. They are a step of their own so that databases from before 0.1.0 get them too.

-- Places.

comment on domain slug is 'identifier in addresses: lower case, hyphens for what is no letter or digit, 1 to 320 characters';
comment on function notify_lookups is 'tells every server that names or places changed (channel skeeter_lookups)';

comment on table regions is 'UN M49 sub-regions; their names are translations of kind region';
comment on column regions.id is 'English name as a slug, such as western-africa; the key';
comment on column regions.m49 is 'UN M49 code, three digits';

comment on table countries is 'ISO 3166-1 countries and territories with Natural Earth 1:10m shapes; their names are translations of kind country';
comment on column countries.id is 'ISO 3166-1 alpha-2 in lower case; the key';
comment on column countries.iso_a2 is 'ISO 3166-1 alpha-2, Darwin Core countryCode';
comment on column countries.iso_a3 is 'ISO 3166-1 alpha-3';
comment on column countries.region_id is 'UN M49 sub-region; null for Antarctica and others that are in none';
comment on column countries.shape is 'land area, WGS 84, split at the antimeridian';
comment on column countries.centroid is 'a point on land inside the shape, WGS 84';

comment on table country_pieces is 'the shapes of countries in pieces of 256 vertices at most: what place_of reads';
comment on column country_pieces.country_id is 'country that the piece belongs to';
comment on column country_pieces.shape is 'part of its shape, WGS 84';
comment on function place_of is 'country id of a point in EPSG:4326, its nearest coast within reach_m metres included';

-- Names and the catalog.

comment on table taxa is 'every scientific name that records use: the catalog''s, and names met in records';
comment on column taxa.key is 'the key; it stays when a name changes its spelling';
comment on column taxa.id is 'the name as a slug, such as aedes-aegypti';
comment on column taxa.scientific_name is 'Darwin Core scientificName without authorship, 1 to 300 characters';
comment on column taxa.genus is 'Darwin Core genus: the first word of the name';
comment on column taxa.in_catalog is 'whether table species describes it';

comment on table taxon_names is 'every spelling that finds a taxon: its accepted name and its synonyms';
comment on column taxon_names.slug is 'the spelling as a slug; the key';
comment on column taxon_names.name is 'the spelling';
comment on column taxon_names.taxon_key is 'taxon that it means';
comment on column taxon_names.accepted is 'true for the accepted name, one a taxon; false for a synonym';

comment on table species is 'the catalog''s species of Culicidae; their texts are translations of kind species';
comment on column species.taxon_key is 'name of the species; the key';
comment on column species.authorship is 'Darwin Core scientificNameAuthorship';
comment on column species.family is 'Darwin Core family: Culicidae';
comment on column species.subfamily is 'Darwin Core subfamily: Anophelinae or Culicinae';
comment on column species.subgenus is 'Darwin Core subgenus without the genus; null when there is none';
comment on column species.vector_status is 'as a vector of human diseases: High, Moderate, Low, None or Unknown';
comment on column species.sources is 'where the texts are from, one or more';

comment on table species_regions is 'where species live';
comment on column species_regions.taxon_key is 'species';
comment on column species_regions.region_id is 'UN M49 sub-region';

comment on table diseases is 'the catalog''s mosquito-borne diseases; their texts are translations of kind disease';
comment on column diseases.id is 'English name as a slug, such as dengue-fever; the key';
comment on column diseases.pathogen_type is 'virus, protozoan, nematode or bacterium';
comment on column diseases.sources is 'where the texts are from, one or more';

comment on table disease_regions is 'where people catch diseases';
comment on column disease_regions.disease_id is 'disease';
comment on column disease_regions.region_id is 'UN M49 sub-region';

comment on table disease_vectors is 'which species carries which disease';
comment on column disease_vectors.disease_id is 'disease';
comment on column disease_vectors.taxon_key is 'species that carries it';
comment on column disease_vectors.rank is 'order of importance for the disease, from 1, the main vector';

comment on table translations is 'names and texts by kind, language and identifier; English stands in for what is missing';
comment on column translations.kind is 'species, disease, region, country or data_source';
comment on column translations.lang is 'ISO 639-1: en, es, ru, fr or pt';
comment on column translations.id is 'of what is named: a slug, or the id of a country';
comment on column translations.name is 'common name of a species, name of everything else';
comment on column translations.texts is 'further texts by name, such as description and habitat; {} for none';
comment on column translations.folded is 'names and texts without case and accents: what a search looks in';

comment on table catalog_version is 'which catalog is loaded; one row, none before the first load';
comment on column catalog_version.only_row is 'always true: there is one row at most';
comment on column catalog_version.hash is 'SHA-256 of the texts and of the places, in hexadecimal, with a space between';

-- Records.

comment on table data_sources is 'data sets that records were imported from';
comment on column data_sources.key is 'the key';
comment on column data_sources.id is 'the name as a slug; of demonstration data a name of its own';
comment on column data_sources.name is 'Darwin Core datasetName, 1 to 500 characters';
comment on column data_sources.licence is 'Dublin Core license, as the source states it; null when it states none';
comment on column data_sources.citation is 'how to cite it; null when the source does not say';
comment on column data_sources.url is 'address of the source; null when it has none';
comment on column data_sources.synthetic is 'true for demonstration data made by skeeter demo: no mosquito was caught for it';
comment on column data_sources.imported_at is 'when a file of it was imported last';

comment on function months_mask is 'the months that the days from first to last touch: bit 0 is January, bit 11 December';
comment on function mercator_x is 'longitude of a point in EPSG:4326 as a place in the tile grid: 2^32 units around the world, 0 at Greenwich, eastward';
comment on function mercator_y is 'latitude of a point in EPSG:4326 as a place in the tile grid: 2^32 units from north to south, 0 at the equator, southward';

comment on table observations is 'one record of mosquitoes that were there, Darwin Core occurrenceStatus present; absences are in a table of their own';
comment on column observations.id is 'UUID; the key. Of an imported record it is made of the data source and the occurrence id, or of the row''s content';
comment on column observations.taxon_key is 'accepted name, or the name as it came where the catalog does not have it';
comment on column observations.verbatim_scientific_name is 'Darwin Core verbatimIdentification: the name as it came; null when it is the accepted one';
comment on column observations.count is 'Darwin Core individualCount: specimens, 1 to 10,000,000';
comment on column observations.geom is 'Darwin Core decimalLongitude and decimalLatitude, WGS 84';
comment on column observations.observed_at is 'Darwin Core eventDate: when, or the first moment of the day, month, year or interval, UTC; 1700 to 2399';
comment on column observations.date_precision is 'what is known of the date: time, day, month, year or interval';
comment on column observations.observed_until is 'last day of a month, year or interval; null for a time or a day';
comment on column observations.last_day is 'observed_until, or the UTC day of observed_at';
comment on column observations.months is 'every month that the record''s days touch: bit 0 is January';
comment on column observations.data_source_key is 'data source; null for a report from the field';
comment on column observations.occurrence_id is 'Darwin Core occurrenceID in its data source; null when it has none';
comment on column observations.source_hash is 'first 16 bytes of the SHA-256 of the imported row, which tells whether it changed; null for records made through the API';
comment on column observations.country_id is 'country of the point, at most 10 km off its coast; null at sea';
comment on column observations.region_id is 'UN M49 sub-region of the country; null at sea';
comment on column observations.location_accuracy_m is 'Darwin Core coordinateUncertaintyInMeters, 0 to 1e8; null when unknown';
comment on column observations.life_stage is 'Darwin Core lifeStage: adult, larva, pupa, egg; null when unknown';
comment on column observations.sex is 'Darwin Core sex; null when unknown';
comment on column observations.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method; null when unknown';
comment on column observations.event_id is 'Darwin Core eventID: records of one collection have the same; null when unknown';
comment on column observations.status is 'Darwin Core identificationVerificationStatus: unverified, verified or rejected';
comment on column observations.notes is 'Darwin Core occurrenceRemarks; null for none';
comment on column observations.user_id is 'who made the record through the API, as the client says or as the server drew; never public. Null for imported records';
comment on column observations.observer_name is 'Darwin Core recordedBy; never public. Null when unknown';
comment on column observations.image_url is 'Darwin Core associatedMedia: address of a photograph; null for none';
comment on column observations.prediction_id is 'prediction that the record cites, a row of predictions or another service''s; null for none';
comment on column observations.model_id is 'model that named the species; null when none did';
comment on column observations.confidence is 'of the model, 0 to 1; null when none named the species';
comment on column observations.metadata is 'Darwin Core dynamicProperties: what the source says beyond these columns; {} for nothing';
comment on column observations.created_at is 'when the record was stored';
comment on column observations.updated_at is 'when the record was last changed';
comment on column observations.mercator_x is 'Web Mercator, 2^32 units around the world, 0 at Greenwich, eastward';
comment on column observations.mercator_y is 'Web Mercator, 2^32 units from north to south, 0 at the equator, southward';

comment on table observation_requests is 'what the API was first sent under a client''s own id, so that the same request again is known';
comment on column observation_requests.id is 'observation that the request made; the key';
comment on column observation_requests.hash is 'SHA-256 of what was sent';

comment on table absences is 'mosquitoes that were looked for and not found, Darwin Core occurrenceStatus absent; on no map and in no count';
comment on column absences.id is 'UUID made as that of an imported observation; the key';
comment on column absences.taxon_key is 'accepted name, or the name as it came where the catalog does not have it';
comment on column absences.verbatim_scientific_name is 'Darwin Core verbatimIdentification: the name as it came; null when it is the accepted one';
comment on column absences.geom is 'Darwin Core decimalLongitude and decimalLatitude, WGS 84';
comment on column absences.observed_at is 'Darwin Core eventDate: when, or the first moment of the day, month, year or interval, UTC; from 1700 on';
comment on column absences.date_precision is 'what is known of the date: time, day, month, year or interval';
comment on column absences.observed_until is 'last day of a month, year or interval; null for a time or a day';
comment on column absences.data_source_key is 'data source';
comment on column absences.occurrence_id is 'Darwin Core occurrenceID in its data source; null when it has none';
comment on column absences.source_hash is 'first 16 bytes of the SHA-256 of the imported row, which tells whether it changed';
comment on column absences.country_id is 'country of the point, at most 10 km off its coast; null at sea';
comment on column absences.region_id is 'UN M49 sub-region of the country; null at sea';
comment on column absences.location_accuracy_m is 'Darwin Core coordinateUncertaintyInMeters, 0 to 1e8; null when unknown';
comment on column absences.life_stage is 'Darwin Core lifeStage that was looked for; null when unknown';
comment on column absences.sex is 'Darwin Core sex that was looked for; null when unknown';
comment on column absences.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method; null when unknown';
comment on column absences.event_id is 'Darwin Core eventID: records of one collection have the same; null when unknown';
comment on column absences.notes is 'Darwin Core occurrenceRemarks; null for none';
comment on column absences.observer_name is 'Darwin Core recordedBy; never public. Null when unknown';
comment on column absences.metadata is 'Darwin Core dynamicProperties: what the source says beyond these columns; {} for nothing';
comment on column absences.created_at is 'when the absence was stored';
comment on column absences.updated_at is 'when the absence was last changed';

comment on table predictions is 'predictions whose picture was saved; observations cite them by id';
comment on column predictions.id is 'UUID; the key, and the name of the picture''s file';
comment on column predictions.image_url is 'path or address of the picture';
comment on column predictions.model_id is 'model that predicted';
comment on column predictions.scientific_name is 'most probable class; null for none of these';
comment on column predictions.confidence is 'of that class, 0 to 1';
comment on column predictions.created_at is 'when it was predicted';

-- The change log of observations.

comment on table observation_changes is 'rows of observations that came and went, as the tile index keeps them; unlogged';
comment on column observation_changes.xid is 'transaction that made the change';
comment on column observation_changes.added is 'true for a row that came, false for one that went; an update is both';
comment on column observation_changes.id is 'observations.id';
comment on column observation_changes.mercator_x is 'observations.mercator_x';
comment on column observation_changes.mercator_y is 'observations.mercator_y';
comment on column observation_changes.taxon_key is 'observations.taxon_key';
comment on column observation_changes.observed_at is 'observations.observed_at';
comment on column observation_changes.date_precision is 'observations.date_precision';
comment on column observation_changes.last_day is 'observations.last_day';
comment on column observation_changes.count is 'observations.count';
comment on column observation_changes.country_id is 'observations.country_id';
comment on column observation_changes.region_id is 'observations.region_id';
comment on column observation_changes.data_source_key is 'observations.data_source_key';
comment on column observation_changes.status is 'observations.status';
comment on column observation_changes.life_stage is 'observations.life_stage';
comment on column observation_changes.sex is 'observations.sex';
comment on column observation_changes.sampling_protocol is 'observations.sampling_protocol';
comment on column observation_changes.location_accuracy_m is 'observations.location_accuracy_m';
comment on column observation_changes.latitude is 'of a place on the edge of the grid''s square or beyond, which mercator_y does not tell; else null';

comment on table observation_touches is 'areas that transactions touched; the data version is the number of rows and of those forgotten; unlogged';
comment on column observation_touches.xid is 'transaction that touched the area';
comment on column observation_touches.area is 'a tile of zoom 6: its row * 64 + its column, 0 to 4095';
comment on column observation_touches.logged_at is 'when the change was made; the transaction committed later';

comment on table observation_areas is 'how many rows observation_touches no longer holds of each area; they count for the data version; unlogged';
comment on column observation_areas.area is 'a tile of zoom 6: its row * 64 + its column, 0 to 4095; the key';
comment on column observation_areas.forgotten is 'rows that are gone';

comment on table observation_epoch is 'names the change log since it last began empty; one row, none after a crash or a truncate; unlogged';
comment on column observation_epoch.only_row is 'always true: there is one row at most';
comment on column observation_epoch.epoch is 'drawn when the log begins; a reader with another one loads everything anew';
comment on column observation_epoch.horizon is 'what was visible at horizon_at: the log may forget it some time later';
comment on column observation_epoch.horizon_at is 'when horizon was taken';

comment on function log_changes is 'writes the rows of a statement into the change log and wakes every server; its argument is observation_changes.added';
comment on function log_truncated is 'ends the epoch of the change log when observations is truncated';

-- Sums for schema gis. The server counts them anew when records changed.

comment on materialized view observation_sums is 'observations that are not rejected by cell of one degree, country, region and taxon, as of gis_counted';
comment on column observation_sums.west is 'western edge of the cell in degrees, -180 to 179';
comment on column observation_sums.south is 'southern edge of the cell in degrees, -90 to 89';
comment on column observation_sums.country_id is 'countries.id; empty at sea';
comment on column observation_sums.region_id is 'regions.id; empty at sea';
comment on column observation_sums.taxon_key is 'taxa.key';
comment on column observation_sums.records is 'number of observations';
comment on column observation_sums.specimens is 'sum of count';
comment on column observation_sums.first_day is 'of the records, UTC';
comment on column observation_sums.last_day is 'of the records, UTC';

comment on materialized view region_shapes is 'outlines of the regions, as of gis_counted';
comment on column region_shapes.region_id is 'regions.id; the key';
comment on column region_shapes.shape is 'the region''s countries united, WGS 84';

comment on materialized view traps is 'places with two or more observations that are not rejected, as of gis_counted';
comment on column traps.id is 'UUID made of the place; the key';
comment on column traps.geom is 'longitude and latitude, WGS 84';
comment on column traps.records is 'number of observations, from 2';
comment on column traps.specimens is 'sum of count';
comment on column traps.species_count is 'names among the records';
comment on column traps.first_day is 'of the records, UTC';
comment on column traps.last_day is 'of the records, UTC';
comment on column traps.country_id is 'countries.id; null at sea';
comment on column traps.region_id is 'regions.id; null at sea';

comment on table gis_counted is 'what observation_sums, traps and region_shapes were made of, and when; one row';
comment on column gis_counted.only_row is 'always true: there is one row';
comment on column gis_counted.data_version is 'epoch and version of the change log, with a slash between; empty before the first count';
comment on column gis_counted.catalog_hash is 'catalog_version.hash; empty before the first count';
comment on column gis_counted.counted_at is 'when the observations were counted';

-- Schema gis.

comment on schema gis is 'what is public, for QGIS and other programs; skeeter grant-readonly lets a role read it';

comment on view gis.observations is 'one record of mosquitoes that were there, as it is now; rejected records are left out';
comment on column gis.observations.id is 'UUID; the key';
comment on column gis.observations.geom is 'longitude and latitude, WGS 84';
comment on column gis.observations.species_id is 'the scientific name in lower case with hyphens';
comment on column gis.observations.scientific_name is 'accepted name, or the name of a record that the catalog does not have';
comment on column gis.observations.common_name is 'English; null outside the catalog';
comment on column gis.observations.genus is 'of the scientific name';
comment on column gis.observations.vector_status is 'High, Moderate, Low, None or Unknown';
comment on column gis.observations.count is 'specimens';
comment on column gis.observations.observed_at is 'when, or the first moment of the day, month, year or interval';
comment on column gis.observations.date_precision is 'time, day, month, year or interval';
comment on column gis.observations.last_day is 'the last day of what observed_at begins';
comment on column gis.observations.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.observations.country is 'English name';
comment on column gis.observations.region_id is 'UN M49 sub-region';
comment on column gis.observations.region is 'English name';
comment on column gis.observations.data_source is 'identifier; null for a report from the field';
comment on column gis.observations.data_source_name is 'title of the data source';
comment on column gis.observations.licence is 'of the data source';
comment on column gis.observations.synthetic is 'true for demonstration data: no mosquito was caught for it';
comment on column gis.observations.status is 'unverified or verified';
comment on column gis.observations.location_accuracy_m is 'metres; null when unknown';
comment on column gis.observations.life_stage is 'Darwin Core lifeStage: adult, larva, pupa, egg; null when unknown';
comment on column gis.observations.sex is 'Darwin Core sex; null when unknown';
comment on column gis.observations.sampling_protocol is 'Darwin Core samplingProtocol: the trap or method';
comment on column gis.observations.event_id is 'Darwin Core eventID: records of one sampling have the same';
comment on column gis.observations.notes is 'what the recorder wrote';
comment on column gis.observations.image_url is 'address of a photograph';
comment on column gis.observations.created_at is 'when the record was stored';
comment on column gis.observations.updated_at is 'when the record was last changed';

comment on view gis.traps is 'places with several records, as of counted_at';
comment on column gis.traps.id is 'UUID made of the place; the key';
comment on column gis.traps.geom is 'longitude and latitude, WGS 84';
comment on column gis.traps.records is 'observations at the place that are not rejected';
comment on column gis.traps.specimens is 'sum of count';
comment on column gis.traps.species_count is 'names among the records';
comment on column gis.traps.first_day is 'of its records, UTC';
comment on column gis.traps.last_day is 'of its records, UTC';
comment on column gis.traps.country_id is 'ISO 3166-1 alpha-2 in lower case; null at sea';
comment on column gis.traps.country is 'English name';
comment on column gis.traps.region_id is 'UN M49 sub-region';
comment on column gis.traps.region is 'English name';
comment on column gis.traps.counted_at is 'when the observations were counted';

comment on view gis.species_richness is 'cells of one degree with the number of species found in them, as of counted_at; cells without records are left out';
comment on column gis.species_richness.id is 'number of the cell, from the south-west, 1 to 64800; the key';
comment on column gis.species_richness.geom is 'the cell, WGS 84';
comment on column gis.species_richness.records is 'observations in the cell that are not rejected';
comment on column gis.species_richness.specimens is 'sum of count';
comment on column gis.species_richness.species_count is 'names among the records';
comment on column gis.species_richness.vector_count is 'species with vector status High or Moderate';
comment on column gis.species_richness.commonest_species is 'the one with the most records';
comment on column gis.species_richness.first_day is 'of its records, UTC';
comment on column gis.species_richness.last_day is 'of its records, UTC';
comment on column gis.species_richness.area_km2 is 'of the cell: cells shrink towards the poles';
comment on column gis.species_richness.counted_at is 'when the observations were counted';

comment on view gis.observations_by_country is 'every country with its records, as of counted_at';
comment on column gis.observations_by_country.id is 'ISO 3166-1 alpha-2 in lower case; the key';
comment on column gis.observations_by_country.geom is 'Natural Earth 1:10m, WGS 84, split at the antimeridian';
comment on column gis.observations_by_country.name is 'English';
comment on column gis.observations_by_country.iso_a2 is 'ISO 3166-1 alpha-2';
comment on column gis.observations_by_country.iso_a3 is 'ISO 3166-1 alpha-3';
comment on column gis.observations_by_country.region_id is 'UN M49 sub-region';
comment on column gis.observations_by_country.region is 'English name';
comment on column gis.observations_by_country.records is 'observations that are not rejected';
comment on column gis.observations_by_country.specimens is 'sum of count';
comment on column gis.observations_by_country.species_count is 'names among the records';
comment on column gis.observations_by_country.vector_count is 'species with vector status High or Moderate';
comment on column gis.observations_by_country.first_day is 'of its records, UTC';
comment on column gis.observations_by_country.last_day is 'of its records, UTC';
comment on column gis.observations_by_country.counted_at is 'when the observations were counted';

comment on view gis.observations_by_region is 'every UN M49 sub-region with its records, as of counted_at';
comment on column gis.observations_by_region.id is 'the key';
comment on column gis.observations_by_region.geom is 'the region''s countries united, WGS 84';
comment on column gis.observations_by_region.name is 'English';
comment on column gis.observations_by_region.m49 is 'UN M49 code';
comment on column gis.observations_by_region.records is 'observations that are not rejected';
comment on column gis.observations_by_region.specimens is 'sum of count';
comment on column gis.observations_by_region.species_count is 'names among the records';
comment on column gis.observations_by_region.vector_count is 'species with vector status High or Moderate';
comment on column gis.observations_by_region.first_day is 'of its records, UTC';
comment on column gis.observations_by_region.last_day is 'of its records, UTC';
comment on column gis.observations_by_region.counted_at is 'when the observations were counted';

comment on view gis.species is 'the catalog, without geometry: join it by species_id';
comment on column gis.species.id is 'the scientific name in lower case with hyphens; the key';
comment on column gis.species.scientific_name is 'accepted name';
comment on column gis.species.common_name is 'English';
comment on column gis.species.genus is 'of the scientific name';
comment on column gis.species.subgenus is 'without the genus; null when there is none';
comment on column gis.species.subfamily is 'of the family Culicidae';
comment on column gis.species.family is 'Culicidae';
comment on column gis.species.authorship is 'who named it, and when';
comment on column gis.species.vector_status is 'High, Moderate, Low, None or Unknown';
comment on column gis.species.diseases is 'that it carries, English, comma-separated';
comment on column gis.species.regions is 'where it lives, English, comma-separated';
comment on column gis.species.records is 'of the species, as of counted_at';
comment on column gis.species.first_day is 'of its records, UTC';
comment on column gis.species.last_day is 'of its records, UTC';
comment on column gis.species.counted_at is 'when the observations were counted';

-- The version.

comment on table schema_migrations is 'version of the schema, kept by golang-migrate; one row, none without a schema';
comment on column schema_migrations.version is 'last step that was taken';
comment on column schema_migrations.dirty is 'true when that step broke off halfway';
