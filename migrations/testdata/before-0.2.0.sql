-- A database of 0.1.0+f5c14fa, written by scripts/release-dump before-0.2.0.

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA gis;

COMMENT ON SCHEMA gis IS 'what is public, for QGIS and other programs; skeeter grant-readonly lets a role read it';

CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA public;

COMMENT ON EXTENSION postgis IS 'PostGIS geometry and geography spatial types and functions';

CREATE DOMAIN public.slug AS text
	CONSTRAINT slug_check CHECK (((VALUE <> ''::text) AND (VALUE !~ '[[:space:]_/%,]'::text) AND (length(VALUE) <= 320)));

COMMENT ON DOMAIN public.slug IS 'identifier in addresses: lower case, hyphens for what is no letter or digit, 1 to 320 characters';

CREATE FUNCTION public.flag_names(flags smallint) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY(SELECT f.name FROM unnest(ARRAY['country_mismatch'::text, 'zero_coordinates'::text, 'country_centroid'::text, 'coarse_place'::text, 'date_conflict'::text, 'duplicate'::text, 'outside_known_range'::text]) WITH ORDINALITY f(name, "bit") WHERE ((((flag_names.flags)::integer >> ((f."bit")::integer - 1)) & 1) = 1) ORDER BY f."bit");

COMMENT ON FUNCTION public.flag_names(flags smallint) IS 'names of the quality flags whose bits are set';

CREATE FUNCTION public.local_day(at timestamp with time zone, utc_offset smallint) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (((at AT TIME ZONE 'UTC'::text) + make_interval(mins => (utc_offset)::integer)))::date;

COMMENT ON FUNCTION public.local_day(at timestamp with time zone, utc_offset smallint) IS 'day of an instant on a clock that is utc_offset minutes ahead of UTC';

CREATE FUNCTION public.log_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    insert into observation_changes (added, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
        count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
        flags, uncertain, latitude)
    select tg_argv[0]::boolean, id, mercator_x, mercator_y, taxon_key, observed_at, utc_offset, date_precision, last_day,
           count, country_id, region_id, data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
           flags, identification_qualifier is not null,
           case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end
    from changed;
    insert into observation_touches (area)
    select distinct ((mercator_y::bigint + 2147483648) >> 26) * 64 + ((mercator_x::bigint + 2147483648) >> 26) from changed
    on conflict do nothing;
    insert into event_changes (data_source_key, event_id)
    select distinct data_source_key, event_id from changed where event_id is not null and data_source_key is not null;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;

COMMENT ON FUNCTION public.log_changes() IS 'writes the rows of a statement into the change log and wakes every server; its argument is observation_changes.added';

CREATE FUNCTION public.log_event_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    insert into event_changes (id) select id from changed;
    if found then
        insert into observation_touches (area) values (4096) on conflict do nothing;
        perform pg_notify('skeeter_observations', '');
    end if;
    return null;
end $$;

COMMENT ON FUNCTION public.log_event_changes() IS 'writes the sampling events of a statement to event_changes';

CREATE FUNCTION public.log_pool_changes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    if exists (select from changed) then
        insert into observation_touches (area) values (4097) on conflict do nothing;
        perform pg_notify('skeeter_observations', '');
    end if;
    return null;
end $$;

COMMENT ON FUNCTION public.log_pool_changes() IS 'counts a statement that changed pools for the data version';

CREATE FUNCTION public.log_truncated() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    delete from observation_epoch;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;

COMMENT ON FUNCTION public.log_truncated() IS 'ends the epoch of the change log when observations is truncated';

CREATE FUNCTION public.mercator_x(place public.geometry) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((LEAST(floor((((public.st_x(place) + (180)::double precision) / (360)::double precision) * ('4294967296'::bigint)::double precision)), ('4294967295'::bigint)::double precision) - ('2147483648'::bigint)::double precision))::integer;

COMMENT ON FUNCTION public.mercator_x(place public.geometry) IS 'longitude of a point in EPSG:4326 as a place in the tile grid: 2^32 units around the world, 0 at Greenwich, eastward';

CREATE FUNCTION public.mercator_y(place public.geometry) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((LEAST(GREATEST(floor((((0.5)::double precision - (ln(tan(((pi() / (4)::double precision) + (radians(LEAST(GREATEST(public.st_y(place), ('-85.1'::numeric)::double precision), (85.1)::double precision)) / (2)::double precision)))) / ((2)::double precision * pi()))) * ('4294967296'::bigint)::double precision)), (0)::double precision), ('4294967295'::bigint)::double precision) - ('2147483648'::bigint)::double precision))::integer;

COMMENT ON FUNCTION public.mercator_y(place public.geometry) IS 'latitude of a point in EPSG:4326 as a place in the tile grid: 2^32 units from north to south, 0 at the equator, southward';

CREATE FUNCTION public.months_mask(first date, last date) RETURNS smallint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((CASE WHEN (last = first) THEN (1 << ((EXTRACT(month FROM first))::integer - 1)) WHEN ((last - first) >= 365) THEN 4095 ELSE (((((1 << ((((((EXTRACT(year FROM last) - EXTRACT(year FROM first)) * (12)::numeric) + EXTRACT(month FROM last)) - EXTRACT(month FROM first)))::integer + 1)) - 1) << ((EXTRACT(month FROM first))::integer - 1)) & 4095) | ((((1 << ((((((EXTRACT(year FROM last) - EXTRACT(year FROM first)) * (12)::numeric) + EXTRACT(month FROM last)) - EXTRACT(month FROM first)))::integer + 1)) - 1) << ((EXTRACT(month FROM first))::integer - 1)) >> 12)) END & 4095))::smallint;

COMMENT ON FUNCTION public.months_mask(first date, last date) IS 'the months that the days from first to last touch: bit 0 is January, bit 11 December';

CREATE FUNCTION public.notify_lookups() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
    perform pg_notify('skeeter_lookups', '');
    return null;
end $$;

COMMENT ON FUNCTION public.notify_lookups() IS 'tells every server that names or places changed (channel skeeter_lookups)';

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.countries (
    id text NOT NULL,
    iso_a2 text GENERATED ALWAYS AS (upper(id)) STORED NOT NULL,
    iso_a3 text NOT NULL,
    region_id public.slug,
    shape public.geometry(MultiPolygon,4326) NOT NULL,
    centroid public.geometry(Point,4326) NOT NULL,
    centre public.geometry(Point,4326) GENERATED ALWAYS AS (
CASE
    WHEN (public.st_area((shape)::public.geography) >= ('5000000000'::numeric)::double precision) THEN public.st_centroid(shape)
    ELSE NULL::public.geometry
END) STORED,
    CONSTRAINT countries_id_check CHECK ((id ~ '^[a-z]{2}$'::text)),
    CONSTRAINT countries_iso_a3_check CHECK ((iso_a3 ~ '^[A-Z]{3}$'::text))
);
ALTER TABLE ONLY public.countries ALTER COLUMN shape SET STORAGE EXTERNAL;

COMMENT ON TABLE public.countries IS 'ISO 3166-1 countries and territories with Natural Earth 1:10m shapes; their names are translations of kind country';

COMMENT ON COLUMN public.countries.id IS 'ISO 3166-1 alpha-2 in lower case; the key';

COMMENT ON COLUMN public.countries.iso_a2 IS 'ISO 3166-1 alpha-2, Darwin Core countryCode';

COMMENT ON COLUMN public.countries.iso_a3 IS 'ISO 3166-1 alpha-3';

COMMENT ON COLUMN public.countries.region_id IS 'UN M49 sub-region; null for Antarctica and others that are in none';

COMMENT ON COLUMN public.countries.shape IS 'land area, WGS 84, split at the antimeridian';

COMMENT ON COLUMN public.countries.centroid IS 'a point on land inside the shape, WGS 84';

COMMENT ON COLUMN public.countries.centre IS 'centroid of the shape, which may lie outside it; null for countries of less than 5,000 km²';

CREATE FUNCTION public.place_flags(place public.geometry, country text) RETURNS smallint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ((CASE WHEN ((public.st_x(place) = (0)::double precision) OR (public.st_y(place) = (0)::double precision)) THEN 2 ELSE 0 END | CASE WHEN (EXISTS (SELECT FROM public.countries c WHERE ((c.id = place_flags.country) AND public.st_dwithin((c.centre)::public.geography, (place_flags.place)::public.geography, (1000)::double precision)))) THEN 4 ELSE 0 END))::smallint;

COMMENT ON FUNCTION public.place_flags(place public.geometry, country text) IS 'the flags zero_coordinates and country_centroid of a place in a country';

CREATE FUNCTION public.place_of(place public.geometry, reach_m double precision DEFAULT 10000) RETURNS text
    LANGUAGE sql STABLE STRICT PARALLEL SAFE
    AS $$
    select coalesce(
        -- On a border the first by id, so that the answer never depends on the order of rows.
        (select (array_agg(p.country_id order by p.country_id))[1]
         from country_pieces p
         where ST_Intersects(p.shape, place)),
        (select p.country_id
         -- A box that surely holds the circle: a degree of latitude is 110,574 metres at least, and a degree of longitude
         -- shrinks with the cosine of the latitude, so that near a pole the box goes round the world.
         from (select ST_X(place) as lon, ST_Y(place) as lat, reach_m / 110574 as height) here
         cross join lateral (
             select case when abs(lat) + height < 90 then least(height / cosd(abs(lat) + height), 180) else 180 end as width
         ) box
         -- What reaches over the antimeridian is looked for on the other side as well.
         join (values (0), (360), (-360)) turn (degrees)
             on lon + width + degrees >= -180 and lon - width + degrees <= 180
         join country_pieces p
             on p.shape && ST_MakeEnvelope(lon - width + degrees, lat - height, lon + width + degrees, lat + height, 4326)
         cross join lateral (select ST_Distance(p.shape::geography, place::geography) as metres) away
         where metres <= reach_m
         order by metres, p.country_id
         limit 1))
$$;

COMMENT ON FUNCTION public.place_of(place public.geometry, reach_m double precision) IS 'country id of a point in EPSG:4326, its nearest coast within reach_m metres included';

CREATE TABLE public.species_regions (
    taxon_key integer NOT NULL,
    region_id public.slug NOT NULL
);

COMMENT ON TABLE public.species_regions IS 'where species live';

COMMENT ON COLUMN public.species_regions.taxon_key IS 'species';

COMMENT ON COLUMN public.species_regions.region_id IS 'UN M49 sub-region';

CREATE FUNCTION public.range_flag(taxon integer, region text) RETURNS smallint
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (CASE WHEN ((EXISTS (SELECT FROM public.species_regions s WHERE (s.taxon_key = range_flag.taxon))) AND (NOT (EXISTS (SELECT FROM public.species_regions s WHERE ((s.taxon_key = range_flag.taxon) AND ((s.region_id)::text = range_flag.region))))) AND (region IS NOT NULL)) THEN 64 ELSE 0 END)::smallint;

COMMENT ON FUNCTION public.range_flag(taxon integer, region text) IS 'the flag outside_known_range of a taxon in a region; 0 where either is unknown';

CREATE TABLE public.data_sources (
    key integer NOT NULL,
    id public.slug NOT NULL,
    name text NOT NULL,
    licence text,
    citation text,
    url text,
    synthetic boolean DEFAULT false NOT NULL,
    imported_at timestamp with time zone,
    dataset_id text,
    CONSTRAINT data_sources_dataset_id_check CHECK (((length(dataset_id) >= 1) AND (length(dataset_id) <= 500))),
    CONSTRAINT data_sources_name_check CHECK (((length(name) >= 1) AND (length(name) <= 500)))
);

COMMENT ON TABLE public.data_sources IS 'data sets that records were imported from';

COMMENT ON COLUMN public.data_sources.key IS 'the key';

COMMENT ON COLUMN public.data_sources.id IS 'the name as a slug; of demonstration data a name of its own';

COMMENT ON COLUMN public.data_sources.name IS 'Darwin Core datasetName, 1 to 500 characters';

COMMENT ON COLUMN public.data_sources.licence IS 'Dublin Core license, as the source states it; null when it states none';

COMMENT ON COLUMN public.data_sources.citation IS 'how to cite it; null when the source does not say';

COMMENT ON COLUMN public.data_sources.url IS 'address of the source; null when it has none';

COMMENT ON COLUMN public.data_sources.synthetic IS 'true for demonstration data made by skeeter demo: no mosquito was caught for it';

COMMENT ON COLUMN public.data_sources.imported_at IS 'when a file of it was imported last';

COMMENT ON COLUMN public.data_sources.dataset_id IS 'what files say they are: Darwin Core datasetID, or the packageId of eml.xml without its version; null where they say nothing';

CREATE TABLE public.observations (
    id uuid NOT NULL,
    taxon_key integer NOT NULL,
    verbatim_scientific_name text,
    count integer NOT NULL,
    geom public.geometry(Point,4326) NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    date_precision text NOT NULL,
    observed_until date,
    data_source_key integer,
    occurrence_id text,
    source_hash uuid,
    country_id text,
    region_id public.slug,
    location_accuracy_m double precision,
    life_stage text,
    sex text,
    sampling_protocol text,
    event_id text,
    status text DEFAULT 'unverified'::text NOT NULL,
    notes text,
    user_id text,
    observer_name text,
    image_url text,
    prediction_id uuid,
    model_id text,
    confidence double precision,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    mercator_x integer GENERATED ALWAYS AS (public.mercator_x(geom)) STORED NOT NULL,
    mercator_y integer GENERATED ALWAYS AS (public.mercator_y(geom)) STORED NOT NULL,
    utc_offset smallint DEFAULT 0 NOT NULL,
    identification_qualifier text,
    basis_of_record text,
    licence text,
    flags smallint DEFAULT 0 NOT NULL,
    first_day date GENERATED ALWAYS AS (public.local_day(observed_at, utc_offset)) STORED NOT NULL,
    last_day date GENERATED ALWAYS AS (COALESCE(observed_until, public.local_day(observed_at, utc_offset))) STORED NOT NULL,
    months smallint GENERATED ALWAYS AS (public.months_mask(public.local_day(observed_at, utc_offset), COALESCE(observed_until, public.local_day(observed_at, utc_offset)))) STORED NOT NULL,
    import_rules smallint DEFAULT 1 NOT NULL,
    CONSTRAINT observations_basis_of_record_check CHECK (((length(basis_of_record) >= 1) AND (length(basis_of_record) <= 100))),
    CONSTRAINT observations_check CHECK (((date_precision = ANY (ARRAY['time'::text, 'day'::text])) = (observed_until IS NULL))),
    CONSTRAINT observations_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT observations_count_check CHECK (((count >= 1) AND (count <= 10000000))),
    CONSTRAINT observations_date_precision_check CHECK ((date_precision = ANY (ARRAY['time'::text, 'day'::text, 'month'::text, 'year'::text, 'interval'::text]))),
    CONSTRAINT observations_days_in_order CHECK ((observed_until >= public.local_day(observed_at, utc_offset))),
    CONSTRAINT observations_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200))),
    CONSTRAINT observations_flags_check CHECK (((flags >= 0) AND (flags <= 127))),
    CONSTRAINT observations_geom_check CHECK ((((public.st_x(geom) >= ('-180'::integer)::double precision) AND (public.st_x(geom) <= (180)::double precision)) AND ((public.st_y(geom) >= ('-90'::integer)::double precision) AND (public.st_y(geom) <= (90)::double precision)))),
    CONSTRAINT observations_identification_qualifier_check CHECK (((length(identification_qualifier) >= 1) AND (length(identification_qualifier) <= 100))),
    CONSTRAINT observations_image_url_check CHECK (((length(image_url) >= 1) AND (length(image_url) <= 2000))),
    CONSTRAINT observations_licence_check CHECK (((length(licence) >= 1) AND (length(licence) <= 2000))),
    CONSTRAINT observations_life_stage_check CHECK (((length(life_stage) >= 1) AND (length(life_stage) <= 100))),
    CONSTRAINT observations_location_accuracy_m_check CHECK (((location_accuracy_m >= (0)::double precision) AND (location_accuracy_m <= ('100000000'::numeric)::double precision))),
    CONSTRAINT observations_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT observations_model_id_check CHECK (((length(model_id) >= 1) AND (length(model_id) <= 200))),
    CONSTRAINT observations_notes_check CHECK (((length(notes) >= 1) AND (length(notes) <= 4000))),
    CONSTRAINT observations_observed_at_check CHECK ((observed_at >= '1700-01-01 00:00:00+00'::timestamp with time zone)),
    CONSTRAINT observations_observer_name_check CHECK (((length(observer_name) >= 1) AND (length(observer_name) <= 200))),
    CONSTRAINT observations_occurrence_id_check CHECK ((length(occurrence_id) <= 300)),
    CONSTRAINT observations_offset_of_time CHECK (((utc_offset = 0) OR (date_precision = ANY (ARRAY['time'::text, 'interval'::text])))),
    CONSTRAINT observations_sampling_protocol_check CHECK (((length(sampling_protocol) >= 1) AND (length(sampling_protocol) <= 200))),
    CONSTRAINT observations_sex_check CHECK (((length(sex) >= 1) AND (length(sex) <= 100))),
    CONSTRAINT observations_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text, 'rejected'::text]))),
    CONSTRAINT observations_user_id_check CHECK (((length(user_id) >= 1) AND (length(user_id) <= 200))),
    CONSTRAINT observations_utc_offset_check CHECK (((utc_offset >= '-840'::integer) AND (utc_offset <= 840))),
    CONSTRAINT observations_verbatim_scientific_name_check CHECK ((length(verbatim_scientific_name) <= 300))
);

COMMENT ON TABLE public.observations IS 'one record of mosquitoes that were there, Darwin Core occurrenceStatus present; absences are in a table of their own';

COMMENT ON COLUMN public.observations.id IS 'UUID; the key. Of an imported record it is made of the data source and the occurrence id, or of the row''s content';

COMMENT ON COLUMN public.observations.taxon_key IS 'accepted name, or the name as it came where the catalog does not have it';

COMMENT ON COLUMN public.observations.verbatim_scientific_name IS 'Darwin Core verbatimIdentification: the name as it came; null when it is the accepted one';

COMMENT ON COLUMN public.observations.count IS 'Darwin Core individualCount: specimens, 1 to 10,000,000';

COMMENT ON COLUMN public.observations.geom IS 'Darwin Core decimalLongitude and decimalLatitude, WGS 84';

COMMENT ON COLUMN public.observations.observed_at IS 'Darwin Core eventDate: when, or the first moment of the day, month, year or interval, UTC; 1700 to 2399';

COMMENT ON COLUMN public.observations.date_precision IS 'what is known of the date: time, day, month, year or interval';

COMMENT ON COLUMN public.observations.observed_until IS 'last day of a month, year or interval; null for a time or a day';

COMMENT ON COLUMN public.observations.data_source_key IS 'data source; null for a report from the field';

COMMENT ON COLUMN public.observations.occurrence_id IS 'Darwin Core occurrenceID in its data source; null when it has none';

COMMENT ON COLUMN public.observations.source_hash IS 'first 16 bytes of the SHA-256 of the imported row, which tells whether it changed; null for records made through the API';

COMMENT ON COLUMN public.observations.country_id IS 'country of the point, at most 10 km off its coast; null at sea';

COMMENT ON COLUMN public.observations.region_id IS 'UN M49 sub-region of the country; null at sea';

COMMENT ON COLUMN public.observations.location_accuracy_m IS 'Darwin Core coordinateUncertaintyInMeters, 0 to 1e8; null when unknown';

COMMENT ON COLUMN public.observations.life_stage IS 'Darwin Core lifeStage: adult, larva, pupa, egg; null when unknown';

COMMENT ON COLUMN public.observations.sex IS 'Darwin Core sex; null when unknown';

COMMENT ON COLUMN public.observations.sampling_protocol IS 'Darwin Core samplingProtocol: the trap or method; null when unknown';

COMMENT ON COLUMN public.observations.event_id IS 'Darwin Core eventID: records of one collection have the same; null when unknown';

COMMENT ON COLUMN public.observations.status IS 'Darwin Core identificationVerificationStatus: unverified, verified or rejected';

COMMENT ON COLUMN public.observations.notes IS 'Darwin Core occurrenceRemarks; null for none';

COMMENT ON COLUMN public.observations.user_id IS 'who made the record through the API, as the client says or as the server drew; never public. Null for imported records';

COMMENT ON COLUMN public.observations.observer_name IS 'Darwin Core recordedBy; never public. Null when unknown';

COMMENT ON COLUMN public.observations.image_url IS 'Darwin Core associatedMedia: address of a photograph; null for none';

COMMENT ON COLUMN public.observations.prediction_id IS 'prediction that the record cites, a row of predictions or another service''s; null for none';

COMMENT ON COLUMN public.observations.model_id IS 'model that named the species; null when none did';

COMMENT ON COLUMN public.observations.confidence IS 'of the model, 0 to 1; null when none named the species';

COMMENT ON COLUMN public.observations.metadata IS 'Darwin Core dynamicProperties: what the source says beyond these columns; {} for nothing';

COMMENT ON COLUMN public.observations.created_at IS 'when the record was stored';

COMMENT ON COLUMN public.observations.updated_at IS 'when the record was last changed';

COMMENT ON COLUMN public.observations.mercator_x IS 'Web Mercator, 2^32 units around the world, 0 at Greenwich, eastward';

COMMENT ON COLUMN public.observations.mercator_y IS 'Web Mercator, 2^32 units from north to south, 0 at the equator, southward';

COMMENT ON COLUMN public.observations.utc_offset IS 'minutes ahead of UTC of the clock that the time was written by; 0 for UTC, for no clock, and for records stored before version 17';

COMMENT ON COLUMN public.observations.identification_qualifier IS 'Darwin Core identificationQualifier, such as cf. or ?: the doubt about the name; null when there is none';

COMMENT ON COLUMN public.observations.basis_of_record IS 'Darwin Core basisOfRecord, such as PreservedSpecimen; null when unknown';

COMMENT ON COLUMN public.observations.licence IS 'Darwin Core license of the record; null when it is that of the data source';

COMMENT ON COLUMN public.observations.flags IS 'what looks wrong with the record, a bit each; flag_names has their names';

COMMENT ON COLUMN public.observations.first_day IS 'day of observed_at by the clock that it was written by';

COMMENT ON COLUMN public.observations.last_day IS 'observed_until, or first_day';

COMMENT ON COLUMN public.observations.months IS 'every month that the record''s days touch: bit 0 is January';

COMMENT ON COLUMN public.observations.import_rules IS 'version of the rules by which the record was read or last changed; 0 before version 20';

CREATE TABLE public.species (
    taxon_key integer NOT NULL,
    authorship text NOT NULL,
    family text NOT NULL,
    subfamily text NOT NULL,
    subgenus text,
    vector_status text NOT NULL,
    sources text[] NOT NULL,
    rank text DEFAULT 'species'::text NOT NULL,
    CONSTRAINT species_rank_check CHECK ((rank = ANY (ARRAY['species'::text, 'complex'::text, 'group'::text]))),
    CONSTRAINT species_sources_check CHECK ((cardinality(sources) > 0)),
    CONSTRAINT species_vector_status_check CHECK ((vector_status = ANY (ARRAY['High'::text, 'Moderate'::text, 'Low'::text, 'None'::text, 'Unknown'::text])))
);

COMMENT ON TABLE public.species IS 'the catalog''s species of Culicidae; their texts are translations of kind species';

COMMENT ON COLUMN public.species.taxon_key IS 'name of the species; the key';

COMMENT ON COLUMN public.species.authorship IS 'Darwin Core scientificNameAuthorship';

COMMENT ON COLUMN public.species.family IS 'Darwin Core family: Culicidae';

COMMENT ON COLUMN public.species.subfamily IS 'Darwin Core subfamily: Anophelinae or Culicinae';

COMMENT ON COLUMN public.species.subgenus IS 'Darwin Core subgenus without the genus; null when there is none';

COMMENT ON COLUMN public.species.vector_status IS 'as a vector of human diseases: High, Moderate, Low, None or Unknown';

COMMENT ON COLUMN public.species.sources IS 'where the texts are from, one or more';

COMMENT ON COLUMN public.species.rank IS 'species, or complex or group: several species under one entry';

CREATE TABLE public.taxa (
    key integer NOT NULL,
    id public.slug NOT NULL,
    scientific_name text NOT NULL,
    genus text NOT NULL,
    in_catalog boolean DEFAULT false NOT NULL,
    CONSTRAINT taxa_genus_check CHECK ((genus <> ''::text)),
    CONSTRAINT taxa_scientific_name_check CHECK (((length(scientific_name) >= 1) AND (length(scientific_name) <= 300)))
);

COMMENT ON TABLE public.taxa IS 'every scientific name that records use: the catalog''s, and names met in records';

COMMENT ON COLUMN public.taxa.key IS 'the key; it stays when a name changes its spelling';

COMMENT ON COLUMN public.taxa.id IS 'the name as a slug, such as aedes-aegypti';

COMMENT ON COLUMN public.taxa.scientific_name IS 'Darwin Core scientificName without authorship, 1 to 300 characters';

COMMENT ON COLUMN public.taxa.genus IS 'Darwin Core genus: the first word of the name';

COMMENT ON COLUMN public.taxa.in_catalog IS 'whether table species describes it';

CREATE TABLE public.translations (
    kind text NOT NULL,
    lang text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    texts jsonb DEFAULT '{}'::jsonb NOT NULL,
    folded text DEFAULT ''::text NOT NULL,
    CONSTRAINT translations_kind_check CHECK ((kind = ANY (ARRAY['species'::text, 'disease'::text, 'region'::text, 'country'::text, 'data_source'::text]))),
    CONSTRAINT translations_lang_check CHECK ((lang = ANY (ARRAY['en'::text, 'es'::text, 'ru'::text, 'fr'::text, 'pt'::text]))),
    CONSTRAINT translations_name_check CHECK ((name <> ''::text)),
    CONSTRAINT translations_texts_check CHECK ((jsonb_typeof(texts) = 'object'::text))
);

COMMENT ON TABLE public.translations IS 'names and texts by kind, language and identifier; English stands in for what is missing';

COMMENT ON COLUMN public.translations.kind IS 'species, disease, region, country or data_source';

COMMENT ON COLUMN public.translations.lang IS 'ISO 639-1: en, es, ru, fr or pt';

COMMENT ON COLUMN public.translations.id IS 'of what is named: a slug, or the id of a country';

COMMENT ON COLUMN public.translations.name IS 'common name of a species, name of everything else';

COMMENT ON COLUMN public.translations.texts IS 'further texts by name, such as description and habitat; {} for none';

COMMENT ON COLUMN public.translations.folded IS 'names and texts without case and accents: what a search looks in';

CREATE VIEW gis.observations AS
 SELECT o.id,
    o.geom,
    (t.id)::text AS species_id,
    t.scientific_name,
    n.name AS common_name,
    t.genus,
    COALESCE(s.vector_status, 'Unknown'::text) AS vector_status,
    o.count,
    o.observed_at,
    o.date_precision,
    o.first_day,
    o.last_day,
    o.country_id,
    c.name AS country,
    (o.region_id)::text AS region_id,
    r.name AS region,
    (d.id)::text AS data_source,
    d.name AS data_source_name,
    COALESCE(o.licence, d.licence) AS licence,
    COALESCE(d.synthetic, false) AS synthetic,
    o.status,
    o.identification_qualifier,
    public.flag_names(o.flags) AS flags,
    o.basis_of_record,
    o.occurrence_id,
    o.location_accuracy_m,
    o.life_stage,
    o.sex,
    o.sampling_protocol,
    o.event_id,
    o.notes,
    o.image_url,
    o.created_at,
    o.updated_at
   FROM ((((((public.observations o
     LEFT JOIN public.taxa t ON ((t.key = o.taxon_key)))
     LEFT JOIN public.species s ON ((s.taxon_key = o.taxon_key)))
     LEFT JOIN public.translations n ON (((n.kind = 'species'::text) AND (n.lang = 'en'::text) AND (n.id = (t.id)::text))))
     LEFT JOIN public.translations c ON (((c.kind = 'country'::text) AND (c.lang = 'en'::text) AND (c.id = o.country_id))))
     LEFT JOIN public.translations r ON (((r.kind = 'region'::text) AND (r.lang = 'en'::text) AND (r.id = (o.region_id)::text))))
     LEFT JOIN public.data_sources d ON ((d.key = o.data_source_key)))
  WHERE (o.status <> 'rejected'::text);

COMMENT ON VIEW gis.observations IS 'one record of mosquitoes that were there, as it is now; rejected records are left out';

COMMENT ON COLUMN gis.observations.id IS 'UUID; the key';

COMMENT ON COLUMN gis.observations.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN gis.observations.species_id IS 'the scientific name in lower case with hyphens';

COMMENT ON COLUMN gis.observations.scientific_name IS 'accepted name, or the name of a record that the catalog does not have';

COMMENT ON COLUMN gis.observations.common_name IS 'English; null outside the catalog';

COMMENT ON COLUMN gis.observations.genus IS 'of the scientific name';

COMMENT ON COLUMN gis.observations.vector_status IS 'High, Moderate, Low, None or Unknown';

COMMENT ON COLUMN gis.observations.count IS 'specimens';

COMMENT ON COLUMN gis.observations.observed_at IS 'when, or the first moment of the day, month, year or interval';

COMMENT ON COLUMN gis.observations.date_precision IS 'time, day, month, year or interval';

COMMENT ON COLUMN gis.observations.first_day IS 'the day of observed_at where it was observed';

COMMENT ON COLUMN gis.observations.last_day IS 'the last day of what observed_at begins';

COMMENT ON COLUMN gis.observations.country_id IS 'ISO 3166-1 alpha-2 in lower case; null at sea';

COMMENT ON COLUMN gis.observations.country IS 'English name';

COMMENT ON COLUMN gis.observations.region_id IS 'UN M49 sub-region';

COMMENT ON COLUMN gis.observations.region IS 'English name';

COMMENT ON COLUMN gis.observations.data_source IS 'identifier; null for a report from the field';

COMMENT ON COLUMN gis.observations.data_source_name IS 'title of the data source';

COMMENT ON COLUMN gis.observations.licence IS 'of the record, else of the data source';

COMMENT ON COLUMN gis.observations.synthetic IS 'true for demonstration data: no mosquito was caught for it';

COMMENT ON COLUMN gis.observations.status IS 'unverified or verified';

COMMENT ON COLUMN gis.observations.identification_qualifier IS 'Darwin Core identificationQualifier, such as cf. or ?: the doubt about the name; null when there is none';

COMMENT ON COLUMN gis.observations.flags IS 'what looks wrong with the record, such as country_mismatch; {} for nothing';

COMMENT ON COLUMN gis.observations.basis_of_record IS 'Darwin Core basisOfRecord, such as PreservedSpecimen; null when unknown';

COMMENT ON COLUMN gis.observations.occurrence_id IS 'Darwin Core occurrenceID in the data source; null when it has none';

COMMENT ON COLUMN gis.observations.location_accuracy_m IS 'metres; null when unknown';

COMMENT ON COLUMN gis.observations.life_stage IS 'Darwin Core lifeStage: adult, larva, pupa, egg; null when unknown';

COMMENT ON COLUMN gis.observations.sex IS 'Darwin Core sex; null when unknown';

COMMENT ON COLUMN gis.observations.sampling_protocol IS 'Darwin Core samplingProtocol: the trap or method';

COMMENT ON COLUMN gis.observations.event_id IS 'Darwin Core eventID: records of one sampling have the same';

COMMENT ON COLUMN gis.observations.notes IS 'what the recorder wrote';

COMMENT ON COLUMN gis.observations.image_url IS 'address of a photograph';

COMMENT ON COLUMN gis.observations.created_at IS 'when the record was stored';

COMMENT ON COLUMN gis.observations.updated_at IS 'when the record was last changed';

CREATE TABLE public.gis_counted (
    only_row boolean DEFAULT true NOT NULL,
    data_version text DEFAULT ''::text NOT NULL,
    catalog_hash text DEFAULT ''::text NOT NULL,
    counted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT gis_counted_only_row_check CHECK (only_row)
);

COMMENT ON TABLE public.gis_counted IS 'what observation_sums, sites and region_shapes were made of, and when; one row';

COMMENT ON COLUMN public.gis_counted.only_row IS 'always true: there is one row';

COMMENT ON COLUMN public.gis_counted.data_version IS 'epoch and version of the change log, with a slash between; empty before the first count';

COMMENT ON COLUMN public.gis_counted.catalog_hash IS 'catalog_version.hash; empty before the first count';

COMMENT ON COLUMN public.gis_counted.counted_at IS 'when the observations were counted';

CREATE MATERIALIZED VIEW public.observation_sums AS
 SELECT (LEAST(floor(public.st_x(observations.geom)), (179)::double precision))::smallint AS west,
    (LEAST(floor(public.st_y(observations.geom)), (89)::double precision))::smallint AS south,
    COALESCE(observations.country_id, ''::text) AS country_id,
    COALESCE((observations.region_id)::text, ''::text) AS region_id,
    observations.taxon_key,
    count(*) AS records,
    sum(observations.count) AS specimens,
    min(observations.first_day) AS first_day,
    max(observations.last_day) AS last_day
   FROM public.observations
  WHERE (observations.status <> 'rejected'::text)
  GROUP BY ((LEAST(floor(public.st_x(observations.geom)), (179)::double precision))::smallint), ((LEAST(floor(public.st_y(observations.geom)), (89)::double precision))::smallint), COALESCE(observations.country_id, ''::text), COALESCE((observations.region_id)::text, ''::text), observations.taxon_key
  WITH NO DATA;

COMMENT ON MATERIALIZED VIEW public.observation_sums IS 'observations that are not rejected by cell of one degree, country, region and taxon, as of gis_counted';

COMMENT ON COLUMN public.observation_sums.west IS 'western edge of the cell in degrees, -180 to 179';

COMMENT ON COLUMN public.observation_sums.south IS 'southern edge of the cell in degrees, -90 to 89';

COMMENT ON COLUMN public.observation_sums.country_id IS 'countries.id; empty at sea';

COMMENT ON COLUMN public.observation_sums.region_id IS 'regions.id; empty at sea';

COMMENT ON COLUMN public.observation_sums.taxon_key IS 'taxa.key';

COMMENT ON COLUMN public.observation_sums.records IS 'number of observations';

COMMENT ON COLUMN public.observation_sums.specimens IS 'sum of count';

COMMENT ON COLUMN public.observation_sums.first_day IS 'of the records, as their days were written';

COMMENT ON COLUMN public.observation_sums.last_day IS 'of the records, as their days were written';

CREATE VIEW gis.observations_by_country AS
 SELECT c.id,
    c.shape AS geom,
    n.name,
    c.iso_a2,
    c.iso_a3,
    (c.region_id)::text AS region_id,
    r.name AS region,
    COALESCE(u.records, (0)::bigint) AS records,
    COALESCE(u.specimens, (0)::bigint) AS specimens,
    COALESCE(u.species_count, 0) AS species_count,
    COALESCE(u.vector_count, 0) AS vector_count,
    u.first_day,
    u.last_day,
    ( SELECT gis_counted.counted_at
           FROM public.gis_counted) AS counted_at
   FROM (((public.countries c
     LEFT JOIN public.translations n ON (((n.kind = 'country'::text) AND (n.lang = 'en'::text) AND (n.id = c.id))))
     LEFT JOIN public.translations r ON (((r.kind = 'region'::text) AND (r.lang = 'en'::text) AND (r.id = (c.region_id)::text))))
     LEFT JOIN ( SELECT o.country_id,
            (sum(o.records))::bigint AS records,
            (sum(o.specimens))::bigint AS specimens,
            (count(DISTINCT o.taxon_key))::integer AS species_count,
            (count(DISTINCT o.taxon_key) FILTER (WHERE (s.vector_status = ANY (ARRAY['High'::text, 'Moderate'::text]))))::integer AS vector_count,
            min(o.first_day) AS first_day,
            max(o.last_day) AS last_day
           FROM (public.observation_sums o
             LEFT JOIN public.species s ON ((s.taxon_key = o.taxon_key)))
          GROUP BY o.country_id) u ON ((u.country_id = c.id)));

COMMENT ON VIEW gis.observations_by_country IS 'every country with its records, as of counted_at';

COMMENT ON COLUMN gis.observations_by_country.id IS 'ISO 3166-1 alpha-2 in lower case; the key';

COMMENT ON COLUMN gis.observations_by_country.geom IS 'Natural Earth 1:10m, WGS 84, split at the antimeridian';

COMMENT ON COLUMN gis.observations_by_country.name IS 'English';

COMMENT ON COLUMN gis.observations_by_country.iso_a2 IS 'ISO 3166-1 alpha-2';

COMMENT ON COLUMN gis.observations_by_country.iso_a3 IS 'ISO 3166-1 alpha-3';

COMMENT ON COLUMN gis.observations_by_country.region_id IS 'UN M49 sub-region';

COMMENT ON COLUMN gis.observations_by_country.region IS 'English name';

COMMENT ON COLUMN gis.observations_by_country.records IS 'observations that are not rejected';

COMMENT ON COLUMN gis.observations_by_country.specimens IS 'sum of count';

COMMENT ON COLUMN gis.observations_by_country.species_count IS 'names among the records';

COMMENT ON COLUMN gis.observations_by_country.vector_count IS 'species with vector status High or Moderate';

COMMENT ON COLUMN gis.observations_by_country.first_day IS 'of its records';

COMMENT ON COLUMN gis.observations_by_country.last_day IS 'of its records';

COMMENT ON COLUMN gis.observations_by_country.counted_at IS 'when the observations were counted';

CREATE MATERIALIZED VIEW public.region_shapes AS
 SELECT (countries.region_id)::text AS region_id,
    (public.st_multi(public.st_union(countries.shape)))::public.geometry(MultiPolygon,4326) AS shape
   FROM public.countries
  WHERE (countries.region_id IS NOT NULL)
  GROUP BY countries.region_id
  WITH NO DATA;

COMMENT ON MATERIALIZED VIEW public.region_shapes IS 'outlines of the regions, as of gis_counted';

COMMENT ON COLUMN public.region_shapes.region_id IS 'regions.id; the key';

COMMENT ON COLUMN public.region_shapes.shape IS 'the region''s countries united, WGS 84';

CREATE TABLE public.regions (
    id public.slug NOT NULL,
    m49 text NOT NULL,
    CONSTRAINT regions_m49_check CHECK ((m49 ~ '^[0-9]{3}$'::text))
);

COMMENT ON TABLE public.regions IS 'UN M49 sub-regions; their names are translations of kind region';

COMMENT ON COLUMN public.regions.id IS 'English name as a slug, such as western-africa; the key';

COMMENT ON COLUMN public.regions.m49 IS 'UN M49 code, three digits';

CREATE VIEW gis.observations_by_region AS
 SELECT (g.id)::text AS id,
    h.shape AS geom,
    n.name,
    g.m49,
    COALESCE(u.records, (0)::bigint) AS records,
    COALESCE(u.specimens, (0)::bigint) AS specimens,
    COALESCE(u.species_count, 0) AS species_count,
    COALESCE(u.vector_count, 0) AS vector_count,
    u.first_day,
    u.last_day,
    ( SELECT gis_counted.counted_at
           FROM public.gis_counted) AS counted_at
   FROM (((public.regions g
     LEFT JOIN public.region_shapes h ON ((h.region_id = (g.id)::text)))
     LEFT JOIN public.translations n ON (((n.kind = 'region'::text) AND (n.lang = 'en'::text) AND (n.id = (g.id)::text))))
     LEFT JOIN ( SELECT o.region_id,
            (sum(o.records))::bigint AS records,
            (sum(o.specimens))::bigint AS specimens,
            (count(DISTINCT o.taxon_key))::integer AS species_count,
            (count(DISTINCT o.taxon_key) FILTER (WHERE (s.vector_status = ANY (ARRAY['High'::text, 'Moderate'::text]))))::integer AS vector_count,
            min(o.first_day) AS first_day,
            max(o.last_day) AS last_day
           FROM (public.observation_sums o
             LEFT JOIN public.species s ON ((s.taxon_key = o.taxon_key)))
          GROUP BY o.region_id) u ON ((u.region_id = (g.id)::text)));

COMMENT ON VIEW gis.observations_by_region IS 'every UN M49 sub-region with its records, as of counted_at';

COMMENT ON COLUMN gis.observations_by_region.id IS 'the key';

COMMENT ON COLUMN gis.observations_by_region.geom IS 'the region''s countries united, WGS 84';

COMMENT ON COLUMN gis.observations_by_region.name IS 'English';

COMMENT ON COLUMN gis.observations_by_region.m49 IS 'UN M49 code';

COMMENT ON COLUMN gis.observations_by_region.records IS 'observations that are not rejected';

COMMENT ON COLUMN gis.observations_by_region.specimens IS 'sum of count';

COMMENT ON COLUMN gis.observations_by_region.species_count IS 'names among the records';

COMMENT ON COLUMN gis.observations_by_region.vector_count IS 'species with vector status High or Moderate';

COMMENT ON COLUMN gis.observations_by_region.first_day IS 'of its records';

COMMENT ON COLUMN gis.observations_by_region.last_day IS 'of its records';

COMMENT ON COLUMN gis.observations_by_region.counted_at IS 'when the observations were counted';

CREATE TABLE public.pools (
    id uuid NOT NULL,
    data_source_key integer NOT NULL,
    pool_id text NOT NULL,
    source_hash uuid,
    event_id text,
    geom public.geometry(Point,4326) NOT NULL,
    location_accuracy_m double precision,
    country_id text,
    region_id public.slug,
    started_at timestamp with time zone,
    ended_at timestamp with time zone NOT NULL,
    utc_offset smallint DEFAULT 0 NOT NULL,
    date_precision text NOT NULL,
    first_day date GENERATED ALWAYS AS (public.local_day(COALESCE(started_at, ended_at), utc_offset)) STORED NOT NULL,
    last_day date GENERATED ALWAYS AS (public.local_day(ended_at, utc_offset)) STORED NOT NULL,
    months smallint GENERATED ALWAYS AS (public.months_mask(public.local_day(COALESCE(started_at, ended_at), utc_offset), public.local_day(ended_at, utc_offset))) STORED NOT NULL,
    sampling_protocol text,
    taxon_key integer NOT NULL,
    verbatim_scientific_name text,
    identification_qualifier text,
    sex text,
    life_stage text,
    size smallint NOT NULL,
    pathogen text NOT NULL,
    disease_id public.slug,
    method text,
    result text NOT NULL,
    tested_on date,
    remarks text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    import_rules smallint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT pools_date_precision_check CHECK ((date_precision = ANY (ARRAY['time'::text, 'day'::text, 'week'::text, 'month'::text, 'year'::text]))),
    CONSTRAINT pools_ended_at_check CHECK (((ended_at >= '1700-01-01 00:00:00+00'::timestamp with time zone) AND (ended_at < '2400-01-01 00:00:00+00'::timestamp with time zone))),
    CONSTRAINT pools_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200))),
    CONSTRAINT pools_geom_check CHECK ((((public.st_x(geom) >= ('-180'::integer)::double precision) AND (public.st_x(geom) <= (180)::double precision)) AND ((public.st_y(geom) >= ('-90'::integer)::double precision) AND (public.st_y(geom) <= (90)::double precision)))),
    CONSTRAINT pools_identification_qualifier_check CHECK (((length(identification_qualifier) >= 1) AND (length(identification_qualifier) <= 100))),
    CONSTRAINT pools_in_order CHECK ((started_at <= ended_at)),
    CONSTRAINT pools_life_stage_check CHECK (((length(life_stage) >= 1) AND (length(life_stage) <= 100))),
    CONSTRAINT pools_location_accuracy_m_check CHECK (((location_accuracy_m >= (0)::double precision) AND (location_accuracy_m <= ('100000000'::numeric)::double precision))),
    CONSTRAINT pools_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT pools_method_check CHECK (((length(method) >= 1) AND (length(method) <= 200))),
    CONSTRAINT pools_offset_of_time CHECK (((utc_offset = 0) OR (date_precision = 'time'::text))),
    CONSTRAINT pools_pathogen_check CHECK (((length(pathogen) >= 1) AND (length(pathogen) <= 200))),
    CONSTRAINT pools_pool_id_check CHECK (((length(pool_id) >= 1) AND (length(pool_id) <= 200))),
    CONSTRAINT pools_remarks_check CHECK (((length(remarks) >= 1) AND (length(remarks) <= 4000))),
    CONSTRAINT pools_result_check CHECK ((result = ANY (ARRAY['positive'::text, 'negative'::text, 'inconclusive'::text]))),
    CONSTRAINT pools_sampling_protocol_check CHECK (((length(sampling_protocol) >= 1) AND (length(sampling_protocol) <= 200))),
    CONSTRAINT pools_sex_check CHECK (((length(sex) >= 1) AND (length(sex) <= 100))),
    CONSTRAINT pools_size_check CHECK (((size >= 1) AND (size <= 1000))),
    CONSTRAINT pools_span CHECK (((started_at IS NOT NULL) OR (date_precision = ANY (ARRAY['time'::text, 'day'::text])))),
    CONSTRAINT pools_started_at_check CHECK ((started_at >= '1700-01-01 00:00:00+00'::timestamp with time zone)),
    CONSTRAINT pools_tested_on_check CHECK (((tested_on >= '1700-01-01'::date) AND (tested_on < '2400-01-01'::date))),
    CONSTRAINT pools_utc_offset_check CHECK (((utc_offset >= '-840'::integer) AND (utc_offset <= 840))),
    CONSTRAINT pools_verbatim_scientific_name_check CHECK ((length(verbatim_scientific_name) <= 300))
);

COMMENT ON TABLE public.pools IS 'pools of mosquitoes, one row a pool and pathogen that it was tested for; the sampling event has the same data_source_key and event_id';

COMMENT ON COLUMN public.pools.id IS 'UUID, made of the data source, pool_id and pathogen; the key';

COMMENT ON COLUMN public.pools.data_source_key IS 'data_sources.key';

COMMENT ON COLUMN public.pools.pool_id IS 'the pool (Darwin Core materialEntityID) in the data source';

COMMENT ON COLUMN public.pools.source_hash IS 'hash of what a file says of the pool; null for pools that were made through the API';

COMMENT ON COLUMN public.pools.event_id IS 'sampling_events.event_id of the same data source, which may not be stored; null for none';

COMMENT ON COLUMN public.pools.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN public.pools.location_accuracy_m IS 'metres; null when unknown';

COMMENT ON COLUMN public.pools.country_id IS 'countries.id; null at sea';

COMMENT ON COLUMN public.pools.region_id IS 'regions.id; null at sea';

COMMENT ON COLUMN public.pools.started_at IS 'first instant of the collection, or the first midnight UTC of its days; null when the source states one time alone';

COMMENT ON COLUMN public.pools.ended_at IS 'last instant of the collection, or midnight UTC at the beginning of its last day';

COMMENT ON COLUMN public.pools.utc_offset IS 'minutes that the clock of the times is ahead of UTC';

COMMENT ON COLUMN public.pools.date_precision IS 'time, day (one, or the first and the last), or a week, month or year in which the collection lay';

COMMENT ON COLUMN public.pools.first_day IS 'local day of started_at, else of ended_at';

COMMENT ON COLUMN public.pools.last_day IS 'local day of ended_at';

COMMENT ON COLUMN public.pools.months IS 'bits of the months that the days touch; bit 0 is January';

COMMENT ON COLUMN public.pools.sampling_protocol IS 'Darwin Core samplingProtocol: the trap or method';

COMMENT ON COLUMN public.pools.taxon_key IS 'taxa.key';

COMMENT ON COLUMN public.pools.verbatim_scientific_name IS 'the name as the source wrote it, where it is another';

COMMENT ON COLUMN public.pools.identification_qualifier IS 'doubt about the name, such as cf.; null for none';

COMMENT ON COLUMN public.pools.sex IS 'of the mosquitoes; null when unknown';

COMMENT ON COLUMN public.pools.life_stage IS 'of the mosquitoes; null when unknown';

COMMENT ON COLUMN public.pools.size IS 'number of mosquitoes in the pool, 1 to 1,000';

COMMENT ON COLUMN public.pools.pathogen IS 'what the pool was tested for, such as West Nile virus';

COMMENT ON COLUMN public.pools.disease_id IS 'diseases.id of the disease that the pathogen causes; null where the catalog has none';

COMMENT ON COLUMN public.pools.method IS 'how it was tested, such as RT-PCR; null when unknown';

COMMENT ON COLUMN public.pools.result IS 'positive, negative or inconclusive';

COMMENT ON COLUMN public.pools.tested_on IS 'day of the test; null when unknown';

COMMENT ON COLUMN public.pools.remarks IS 'what the laboratory or the collector wrote';

COMMENT ON COLUMN public.pools.metadata IS 'other fields of the source, as JSON';

COMMENT ON COLUMN public.pools.import_rules IS 'version of the rules by which the pool was read';

COMMENT ON COLUMN public.pools.created_at IS 'when the pool was stored';

COMMENT ON COLUMN public.pools.updated_at IS 'when the pool was last changed';

CREATE VIEW gis.pools AS
 SELECT o.id,
    o.geom,
    o.pool_id,
    (d.id)::text AS data_source,
    d.name AS data_source_name,
    d.licence,
    d.synthetic,
    o.event_id,
    (t.id)::text AS species_id,
    t.scientific_name,
    o.identification_qualifier,
    o.sex,
    o.life_stage,
    o.size,
    o.pathogen,
    (o.disease_id)::text AS disease_id,
    e.name AS disease,
    o.method,
    o.result,
    o.tested_on,
    o.started_at,
    o.ended_at,
    o.date_precision,
    o.first_day,
    o.last_day,
    o.country_id,
    c.name AS country,
    (o.region_id)::text AS region_id,
    r.name AS region,
    o.location_accuracy_m,
    o.sampling_protocol,
    o.remarks,
    o.created_at,
    o.updated_at
   FROM (((((public.pools o
     LEFT JOIN public.taxa t ON ((t.key = o.taxon_key)))
     LEFT JOIN public.translations e ON (((e.kind = 'disease'::text) AND (e.lang = 'en'::text) AND (e.id = (o.disease_id)::text))))
     LEFT JOIN public.translations c ON (((c.kind = 'country'::text) AND (c.lang = 'en'::text) AND (c.id = o.country_id))))
     LEFT JOIN public.translations r ON (((r.kind = 'region'::text) AND (r.lang = 'en'::text) AND (r.id = (o.region_id)::text))))
     LEFT JOIN public.data_sources d ON ((d.key = o.data_source_key)));

COMMENT ON VIEW gis.pools IS 'one pool of mosquitoes and one pathogen that it was tested for, as it is now; a pool that was tested for two has two rows';

COMMENT ON COLUMN gis.pools.id IS 'UUID; the key';

COMMENT ON COLUMN gis.pools.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN gis.pools.pool_id IS 'the pool in the data source: the rows of one pool have the same';

COMMENT ON COLUMN gis.pools.data_source IS 'identifier';

COMMENT ON COLUMN gis.pools.data_source_name IS 'title of the data source';

COMMENT ON COLUMN gis.pools.licence IS 'of the data source';

COMMENT ON COLUMN gis.pools.synthetic IS 'true for demonstration data: nobody tested it';

COMMENT ON COLUMN gis.pools.event_id IS 'Darwin Core eventID in the data source; null for none';

COMMENT ON COLUMN gis.pools.species_id IS 'identifier, such as culex-pipiens';

COMMENT ON COLUMN gis.pools.scientific_name IS 'accepted name; also a group that nobody told apart';

COMMENT ON COLUMN gis.pools.identification_qualifier IS 'doubt about the name, such as cf.; null for none';

COMMENT ON COLUMN gis.pools.sex IS 'of the mosquitoes; null when unknown';

COMMENT ON COLUMN gis.pools.life_stage IS 'of the mosquitoes; null when unknown';

COMMENT ON COLUMN gis.pools.size IS 'number of mosquitoes in the pool; they are no catch, and are in the records where these were imported too';

COMMENT ON COLUMN gis.pools.pathogen IS 'what the pool was tested for';

COMMENT ON COLUMN gis.pools.disease_id IS 'identifier of the disease that the pathogen causes; null where the catalog has none';

COMMENT ON COLUMN gis.pools.disease IS 'English name of the disease';

COMMENT ON COLUMN gis.pools.method IS 'how it was tested; null when unknown';

COMMENT ON COLUMN gis.pools.result IS 'positive, negative or inconclusive';

COMMENT ON COLUMN gis.pools.tested_on IS 'day of the test; null when unknown';

COMMENT ON COLUMN gis.pools.started_at IS 'first moment of the collection; null where one time or day alone is stated';

COMMENT ON COLUMN gis.pools.ended_at IS 'last moment of the collection, or midnight UTC at the beginning of its last day';

COMMENT ON COLUMN gis.pools.date_precision IS 'time, day, week, month or year';

COMMENT ON COLUMN gis.pools.first_day IS 'the first day of the collection, where it was';

COMMENT ON COLUMN gis.pools.last_day IS 'the last day of the collection, where it was';

COMMENT ON COLUMN gis.pools.country_id IS 'ISO 3166-1 alpha-2 in lower case; null at sea';

COMMENT ON COLUMN gis.pools.country IS 'English name';

COMMENT ON COLUMN gis.pools.region_id IS 'UN M49 sub-region';

COMMENT ON COLUMN gis.pools.region IS 'English name';

COMMENT ON COLUMN gis.pools.location_accuracy_m IS 'metres; null when unknown';

COMMENT ON COLUMN gis.pools.sampling_protocol IS 'Darwin Core samplingProtocol: the trap or method';

COMMENT ON COLUMN gis.pools.remarks IS 'what the laboratory or the collector wrote';

COMMENT ON COLUMN gis.pools.created_at IS 'when the pool was stored';

COMMENT ON COLUMN gis.pools.updated_at IS 'when the pool was last changed';

CREATE TABLE public.sampling_events (
    id uuid NOT NULL,
    data_source_key integer NOT NULL,
    event_id text NOT NULL,
    source_hash uuid,
    site_id text,
    geom public.geometry(Point,4326) NOT NULL,
    location_accuracy_m double precision,
    country_id text,
    region_id public.slug,
    started_at timestamp with time zone,
    ended_at timestamp with time zone NOT NULL,
    utc_offset smallint DEFAULT 0 NOT NULL,
    date_precision text NOT NULL,
    first_day date GENERATED ALWAYS AS (public.local_day(COALESCE(started_at, ended_at), utc_offset)) STORED NOT NULL,
    last_day date GENERATED ALWAYS AS (public.local_day(ended_at, utc_offset)) STORED NOT NULL,
    months smallint GENERATED ALWAYS AS (public.months_mask(public.local_day(COALESCE(started_at, ended_at), utc_offset), public.local_day(ended_at, utc_offset))) STORED NOT NULL,
    sampling_protocol text,
    lure text,
    traps integer,
    nights double precision,
    effort double precision,
    effort_unit text,
    effort_source text,
    problem boolean DEFAULT false NOT NULL,
    target_taxa text[] DEFAULT '{}'::text[] NOT NULL,
    complete boolean,
    remarks text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    import_rules smallint DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    assumed_incomplete boolean DEFAULT false NOT NULL,
    CONSTRAINT sampling_events_date_precision_check CHECK ((date_precision = ANY (ARRAY['time'::text, 'day'::text, 'week'::text, 'month'::text, 'year'::text]))),
    CONSTRAINT sampling_events_effort CHECK ((((effort IS NULL) = (effort_unit IS NULL)) AND ((effort IS NULL) = (effort_source IS NULL)))),
    CONSTRAINT sampling_events_effort_check CHECK (((effort >= (0.000001)::double precision) AND (effort <= ('1000000000'::numeric)::double precision))),
    CONSTRAINT sampling_events_effort_source_check CHECK ((effort_source = ANY (ARRAY['stated'::text, 'sampling_effort'::text, 'derived'::text]))),
    CONSTRAINT sampling_events_effort_unit_check CHECK ((effort_unit = ANY (ARRAY['trap_night'::text, 'trap_hour'::text, 'collection'::text, 'dip'::text, 'house'::text, 'person_hour'::text]))),
    CONSTRAINT sampling_events_ended_at_check CHECK (((ended_at >= '1700-01-01 00:00:00+00'::timestamp with time zone) AND (ended_at < '2400-01-01 00:00:00+00'::timestamp with time zone))),
    CONSTRAINT sampling_events_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200))),
    CONSTRAINT sampling_events_geom_check CHECK ((((public.st_x(geom) >= ('-180'::integer)::double precision) AND (public.st_x(geom) <= (180)::double precision)) AND ((public.st_y(geom) >= ('-90'::integer)::double precision) AND (public.st_y(geom) <= (90)::double precision)))),
    CONSTRAINT sampling_events_in_order CHECK ((started_at <= ended_at)),
    CONSTRAINT sampling_events_location_accuracy_m_check CHECK (((location_accuracy_m >= (0)::double precision) AND (location_accuracy_m <= ('100000000'::numeric)::double precision))),
    CONSTRAINT sampling_events_lure_check CHECK (((length(lure) >= 1) AND (length(lure) <= 200))),
    CONSTRAINT sampling_events_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT sampling_events_nights_check CHECK (((nights >= (0)::double precision) AND (nights <= (366)::double precision))),
    CONSTRAINT sampling_events_offset_of_time CHECK (((utc_offset = 0) OR (date_precision = 'time'::text))),
    CONSTRAINT sampling_events_remarks_check CHECK (((length(remarks) >= 1) AND (length(remarks) <= 4000))),
    CONSTRAINT sampling_events_sampling_protocol_check CHECK (((length(sampling_protocol) >= 1) AND (length(sampling_protocol) <= 200))),
    CONSTRAINT sampling_events_site_id_check CHECK (((length(site_id) >= 1) AND (length(site_id) <= 200))),
    CONSTRAINT sampling_events_span CHECK (((started_at IS NOT NULL) OR (date_precision = ANY (ARRAY['time'::text, 'day'::text])))),
    CONSTRAINT sampling_events_started_at_check CHECK ((started_at >= '1700-01-01 00:00:00+00'::timestamp with time zone)),
    CONSTRAINT sampling_events_target_taxa_check CHECK ((cardinality(target_taxa) <= 500)),
    CONSTRAINT sampling_events_traps_check CHECK (((traps >= 1) AND (traps <= 10000))),
    CONSTRAINT sampling_events_utc_offset_check CHECK (((utc_offset >= '-840'::integer) AND (utc_offset <= 840)))
);

COMMENT ON TABLE public.sampling_events IS 'sampling events, one row a collection; observations and absences with the same data_source_key and event_id are its catch';

COMMENT ON COLUMN public.sampling_events.id IS 'UUID, made of the data source and event_id; the key';

COMMENT ON COLUMN public.sampling_events.data_source_key IS 'data_sources.key';

COMMENT ON COLUMN public.sampling_events.event_id IS 'Darwin Core eventID in the data source';

COMMENT ON COLUMN public.sampling_events.source_hash IS 'hash of what a file says of the event; null for events that were made through the API';

COMMENT ON COLUMN public.sampling_events.site_id IS 'the trap or site (Darwin Core locationID) in the data source; null: the place is the site';

COMMENT ON COLUMN public.sampling_events.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN public.sampling_events.location_accuracy_m IS 'metres; null when unknown';

COMMENT ON COLUMN public.sampling_events.country_id IS 'countries.id; null at sea';

COMMENT ON COLUMN public.sampling_events.region_id IS 'regions.id; null at sea';

COMMENT ON COLUMN public.sampling_events.started_at IS 'first instant, or the first midnight UTC of its days; null when the source states one time alone';

COMMENT ON COLUMN public.sampling_events.ended_at IS 'last instant, or midnight UTC at the beginning of the last day';

COMMENT ON COLUMN public.sampling_events.utc_offset IS 'minutes that the clock of the times is ahead of UTC';

COMMENT ON COLUMN public.sampling_events.date_precision IS 'what the source states: time, day (one, or the first and the last), or a week, month or year in which the collection lay';

COMMENT ON COLUMN public.sampling_events.first_day IS 'local day of started_at, else of ended_at';

COMMENT ON COLUMN public.sampling_events.last_day IS 'local day of ended_at';

COMMENT ON COLUMN public.sampling_events.months IS 'bits of the months that the days touch; bit 0 is January';

COMMENT ON COLUMN public.sampling_events.sampling_protocol IS 'Darwin Core samplingProtocol: the trap or method';

COMMENT ON COLUMN public.sampling_events.lure IS 'what attracted the mosquitoes, such as CO2; null when unknown';

COMMENT ON COLUMN public.sampling_events.traps IS 'number of traps, 1 to 10,000; null when unknown';

COMMENT ON COLUMN public.sampling_events.nights IS 'nights that they stood, 0 to 366; null when unknown';

COMMENT ON COLUMN public.sampling_events.effort IS 'amount of effort in effort_unit, 0.000001 to 1e9; null for none';

COMMENT ON COLUMN public.sampling_events.effort_unit IS 'trap_night, trap_hour, collection, dip, house or person_hour; null without effort';

COMMENT ON COLUMN public.sampling_events.effort_source IS 'stated, sampling_effort (read from a text) or derived (from start and end); null without effort';

COMMENT ON COLUMN public.sampling_events.problem IS 'true: something went wrong, and the event is in no rate';

COMMENT ON COLUMN public.sampling_events.target_taxa IS 'scientific names of what was looked for; {}: all mosquitoes';

COMMENT ON COLUMN public.sampling_events.complete IS 'true: every target taxon was counted; false: not; null: not stated';

COMMENT ON COLUMN public.sampling_events.remarks IS 'Darwin Core eventRemarks';

COMMENT ON COLUMN public.sampling_events.metadata IS 'other fields of the source, as JSON';

COMMENT ON COLUMN public.sampling_events.import_rules IS 'version of the rules by which the event was read';

COMMENT ON COLUMN public.sampling_events.created_at IS 'when the event was stored';

COMMENT ON COLUMN public.sampling_events.updated_at IS 'when the event was last changed';

COMMENT ON COLUMN public.sampling_events.assumed_incomplete IS 'true: complete is false because an import concluded it; no file and no person says so';

CREATE VIEW gis.sampling_events AS
 SELECT o.id,
    o.geom,
    o.event_id,
    (d.id)::text AS data_source,
    d.name AS data_source_name,
    d.licence,
    d.synthetic,
    o.site_id,
    o.started_at,
    o.ended_at,
    o.date_precision,
    o.first_day,
    o.last_day,
    o.country_id,
    c.name AS country,
    (o.region_id)::text AS region_id,
    r.name AS region,
    o.location_accuracy_m,
    o.sampling_protocol,
    o.lure,
    o.traps,
    o.nights,
    o.effort,
    o.effort_unit,
    o.effort_source,
    o.problem,
    o.target_taxa,
    o.complete,
    s.records,
    s.specimens,
    o.remarks,
    o.created_at,
    o.updated_at
   FROM ((((public.sampling_events o
     LEFT JOIN public.translations c ON (((c.kind = 'country'::text) AND (c.lang = 'en'::text) AND (c.id = o.country_id))))
     LEFT JOIN public.translations r ON (((r.kind = 'region'::text) AND (r.lang = 'en'::text) AND (r.id = (o.region_id)::text))))
     LEFT JOIN public.data_sources d ON ((d.key = o.data_source_key)))
     LEFT JOIN LATERAL ( SELECT (count(*))::integer AS records,
            COALESCE(sum(a.count), (0)::bigint) AS specimens
           FROM public.observations a
          WHERE ((a.event_id = o.event_id) AND (a.data_source_key = o.data_source_key) AND (a.status <> 'rejected'::text))) s ON (true));

COMMENT ON VIEW gis.sampling_events IS 'one sampling event, as it is now: a collection of mosquitoes, with what was done to catch them; also where none was caught';

COMMENT ON COLUMN gis.sampling_events.id IS 'UUID; the key';

COMMENT ON COLUMN gis.sampling_events.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN gis.sampling_events.event_id IS 'Darwin Core eventID in the data source: the records of the event have the same';

COMMENT ON COLUMN gis.sampling_events.data_source IS 'identifier';

COMMENT ON COLUMN gis.sampling_events.data_source_name IS 'title of the data source';

COMMENT ON COLUMN gis.sampling_events.licence IS 'of the data source';

COMMENT ON COLUMN gis.sampling_events.synthetic IS 'true for demonstration data: nobody set a trap for it';

COMMENT ON COLUMN gis.sampling_events.site_id IS 'the trap or site in the data source; null: the place is the site';

COMMENT ON COLUMN gis.sampling_events.started_at IS 'first moment; null where one time or day alone is stated';

COMMENT ON COLUMN gis.sampling_events.ended_at IS 'last moment, or midnight UTC at the beginning of the last day';

COMMENT ON COLUMN gis.sampling_events.date_precision IS 'time, day, week, month or year';

COMMENT ON COLUMN gis.sampling_events.first_day IS 'the first day, where it was';

COMMENT ON COLUMN gis.sampling_events.last_day IS 'the last day, where it was';

COMMENT ON COLUMN gis.sampling_events.country_id IS 'ISO 3166-1 alpha-2 in lower case; null at sea';

COMMENT ON COLUMN gis.sampling_events.country IS 'English name';

COMMENT ON COLUMN gis.sampling_events.region_id IS 'UN M49 sub-region';

COMMENT ON COLUMN gis.sampling_events.region IS 'English name';

COMMENT ON COLUMN gis.sampling_events.location_accuracy_m IS 'metres; null when unknown';

COMMENT ON COLUMN gis.sampling_events.sampling_protocol IS 'Darwin Core samplingProtocol: the trap or method';

COMMENT ON COLUMN gis.sampling_events.lure IS 'what attracted the mosquitoes, such as CO2; null when unknown';

COMMENT ON COLUMN gis.sampling_events.traps IS 'number of traps; null when unknown';

COMMENT ON COLUMN gis.sampling_events.nights IS 'nights that they stood; null when unknown';

COMMENT ON COLUMN gis.sampling_events.effort IS 'amount of effort in effort_unit; null for none';

COMMENT ON COLUMN gis.sampling_events.effort_unit IS 'trap_night, trap_hour, collection, dip, house or person_hour; never add them together';

COMMENT ON COLUMN gis.sampling_events.effort_source IS 'stated, sampling_effort (read from a text) or derived (from the first and the last day)';

COMMENT ON COLUMN gis.sampling_events.problem IS 'true: something went wrong, and the event is in no rate';

COMMENT ON COLUMN gis.sampling_events.target_taxa IS 'scientific names of what was looked for; {}: all mosquitoes';

COMMENT ON COLUMN gis.sampling_events.complete IS 'true: every target taxon was counted; false: not; null: not stated';

COMMENT ON COLUMN gis.sampling_events.records IS 'observations of the event that are not rejected';

COMMENT ON COLUMN gis.sampling_events.specimens IS 'sum of their count; 0 where none was caught';

COMMENT ON COLUMN gis.sampling_events.remarks IS 'what the collector wrote';

COMMENT ON COLUMN gis.sampling_events.created_at IS 'when the event was stored';

COMMENT ON COLUMN gis.sampling_events.updated_at IS 'when the event was last changed';

CREATE MATERIALIZED VIEW public.sites AS
 SELECT (md5(public.st_asewkb(by_taxon.geom)))::uuid AS id,
    by_taxon.geom,
    (sum(by_taxon.records))::bigint AS records,
    (sum(by_taxon.specimens))::bigint AS specimens,
    (count(*))::integer AS species_count,
    min(by_taxon.first_day) AS first_day,
    max(by_taxon.last_day) AS last_day,
    min(by_taxon.country_id) AS country_id,
    min(by_taxon.region_id) AS region_id
   FROM ( SELECT observations.geom,
            observations.taxon_key,
            count(*) AS records,
            sum(observations.count) AS specimens,
            min(observations.first_day) AS first_day,
            max(observations.last_day) AS last_day,
            min(observations.country_id) AS country_id,
            min((observations.region_id)::text) AS region_id
           FROM public.observations
          WHERE (observations.status <> 'rejected'::text)
          GROUP BY observations.geom, observations.taxon_key) by_taxon
  GROUP BY by_taxon.geom
 HAVING (sum(by_taxon.records) > (1)::numeric)
  WITH NO DATA;

COMMENT ON MATERIALIZED VIEW public.sites IS 'places with two or more observations that are not rejected, as of gis_counted';

COMMENT ON COLUMN public.sites.id IS 'UUID made of the place; the key';

COMMENT ON COLUMN public.sites.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN public.sites.records IS 'number of observations, from 2';

COMMENT ON COLUMN public.sites.specimens IS 'sum of count';

COMMENT ON COLUMN public.sites.species_count IS 'names among the records';

COMMENT ON COLUMN public.sites.first_day IS 'of the records, as their days were written';

COMMENT ON COLUMN public.sites.last_day IS 'of the records, as their days were written';

COMMENT ON COLUMN public.sites.country_id IS 'countries.id; null at sea';

COMMENT ON COLUMN public.sites.region_id IS 'regions.id; null at sea';

CREATE VIEW gis.sites AS
 SELECT p.id,
    p.geom,
    p.records,
    p.specimens,
    p.species_count,
    p.first_day,
    p.last_day,
    p.country_id,
    c.name AS country,
    p.region_id,
    r.name AS region,
    ( SELECT gis_counted.counted_at
           FROM public.gis_counted) AS counted_at
   FROM ((public.sites p
     LEFT JOIN public.translations c ON (((c.kind = 'country'::text) AND (c.lang = 'en'::text) AND (c.id = p.country_id))))
     LEFT JOIN public.translations r ON (((r.kind = 'region'::text) AND (r.lang = 'en'::text) AND (r.id = p.region_id))));

COMMENT ON VIEW gis.sites IS 'places with several records, as of counted_at';

COMMENT ON COLUMN gis.sites.id IS 'UUID made of the place; the key';

COMMENT ON COLUMN gis.sites.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN gis.sites.records IS 'observations at the place that are not rejected';

COMMENT ON COLUMN gis.sites.specimens IS 'sum of count';

COMMENT ON COLUMN gis.sites.species_count IS 'names among the records';

COMMENT ON COLUMN gis.sites.first_day IS 'of its records';

COMMENT ON COLUMN gis.sites.last_day IS 'of its records';

COMMENT ON COLUMN gis.sites.country_id IS 'ISO 3166-1 alpha-2 in lower case; null at sea';

COMMENT ON COLUMN gis.sites.country IS 'English name';

COMMENT ON COLUMN gis.sites.region_id IS 'UN M49 sub-region';

COMMENT ON COLUMN gis.sites.region IS 'English name';

COMMENT ON COLUMN gis.sites.counted_at IS 'when the observations were counted';

CREATE TABLE public.disease_vectors (
    disease_id public.slug NOT NULL,
    taxon_key integer NOT NULL,
    rank smallint NOT NULL,
    CONSTRAINT disease_vectors_rank_check CHECK ((rank > 0))
);

COMMENT ON TABLE public.disease_vectors IS 'which species carries which disease';

COMMENT ON COLUMN public.disease_vectors.disease_id IS 'disease';

COMMENT ON COLUMN public.disease_vectors.taxon_key IS 'species that carries it';

COMMENT ON COLUMN public.disease_vectors.rank IS 'order of importance for the disease, from 1, the main vector';

CREATE VIEW gis.species AS
 SELECT (t.id)::text AS id,
    t.scientific_name,
    n.name AS common_name,
    t.genus,
    s.subgenus,
    s.subfamily,
    s.family,
    s.authorship,
    s.vector_status,
    ( SELECT string_agg(e.name, ', '::text ORDER BY v.disease_id) AS string_agg
           FROM (public.disease_vectors v
             JOIN public.translations e ON (((e.kind = 'disease'::text) AND (e.lang = 'en'::text) AND (e.id = (v.disease_id)::text))))
          WHERE (v.taxon_key = s.taxon_key)) AS diseases,
    ( SELECT string_agg(e.name, ', '::text ORDER BY p.region_id) AS string_agg
           FROM (public.species_regions p
             JOIN public.translations e ON (((e.kind = 'region'::text) AND (e.lang = 'en'::text) AND (e.id = (p.region_id)::text))))
          WHERE (p.taxon_key = s.taxon_key)) AS regions,
    COALESCE(u.records, (0)::bigint) AS records,
    u.first_day,
    u.last_day,
    ( SELECT gis_counted.counted_at
           FROM public.gis_counted) AS counted_at
   FROM (((public.species s
     JOIN public.taxa t ON ((t.key = s.taxon_key)))
     LEFT JOIN public.translations n ON (((n.kind = 'species'::text) AND (n.lang = 'en'::text) AND (n.id = (t.id)::text))))
     LEFT JOIN ( SELECT observation_sums.taxon_key,
            (sum(observation_sums.records))::bigint AS records,
            min(observation_sums.first_day) AS first_day,
            max(observation_sums.last_day) AS last_day
           FROM public.observation_sums
          GROUP BY observation_sums.taxon_key) u ON ((u.taxon_key = s.taxon_key)));

COMMENT ON VIEW gis.species IS 'the catalog, without geometry: join it by species_id';

COMMENT ON COLUMN gis.species.id IS 'the scientific name in lower case with hyphens; the key';

COMMENT ON COLUMN gis.species.scientific_name IS 'accepted name';

COMMENT ON COLUMN gis.species.common_name IS 'English';

COMMENT ON COLUMN gis.species.genus IS 'of the scientific name';

COMMENT ON COLUMN gis.species.subgenus IS 'without the genus; null when there is none';

COMMENT ON COLUMN gis.species.subfamily IS 'of the family Culicidae';

COMMENT ON COLUMN gis.species.family IS 'Culicidae';

COMMENT ON COLUMN gis.species.authorship IS 'who named it, and when';

COMMENT ON COLUMN gis.species.vector_status IS 'High, Moderate, Low, None or Unknown';

COMMENT ON COLUMN gis.species.diseases IS 'that it carries, English, comma-separated';

COMMENT ON COLUMN gis.species.regions IS 'where it lives, English, comma-separated';

COMMENT ON COLUMN gis.species.records IS 'of the species, as of counted_at';

COMMENT ON COLUMN gis.species.first_day IS 'of its records';

COMMENT ON COLUMN gis.species.last_day IS 'of its records';

COMMENT ON COLUMN gis.species.counted_at IS 'when the observations were counted';

CREATE VIEW gis.species_richness AS
 SELECT ((((u.south + 90) * 360) + u.west) + 181) AS id,
    (public.st_makeenvelope((u.west)::double precision, (u.south)::double precision, ((u.west + 1))::double precision, ((u.south + 1))::double precision, 4326))::public.geometry(Polygon,4326) AS geom,
    (sum(u.records))::bigint AS records,
    (sum(u.specimens))::bigint AS specimens,
    (count(*))::integer AS species_count,
    (count(*) FILTER (WHERE (s.vector_status = ANY (ARRAY['High'::text, 'Moderate'::text]))))::integer AS vector_count,
    (array_agg(t.scientific_name ORDER BY u.records DESC, t.scientific_name))[1] AS commonest_species,
    min(u.first_day) AS first_day,
    max(u.last_day) AS last_day,
    (round(((public.st_area((public.st_makeenvelope((u.west)::double precision, (u.south)::double precision, ((u.west + 1))::double precision, ((u.south + 1))::double precision, 4326))::public.geography) / ('1000000'::numeric)::double precision))::numeric))::integer AS area_km2,
    ( SELECT gis_counted.counted_at
           FROM public.gis_counted) AS counted_at
   FROM ((( SELECT observation_sums.west,
            observation_sums.south,
            observation_sums.taxon_key,
            sum(observation_sums.records) AS records,
            sum(observation_sums.specimens) AS specimens,
            min(observation_sums.first_day) AS first_day,
            max(observation_sums.last_day) AS last_day
           FROM public.observation_sums
          GROUP BY observation_sums.west, observation_sums.south, observation_sums.taxon_key) u
     JOIN public.taxa t ON ((t.key = u.taxon_key)))
     LEFT JOIN public.species s ON ((s.taxon_key = u.taxon_key)))
  GROUP BY u.west, u.south;

COMMENT ON VIEW gis.species_richness IS 'cells of one degree with the number of species found in them, as of counted_at; cells without records are left out';

COMMENT ON COLUMN gis.species_richness.id IS 'number of the cell, from the south-west, 1 to 64800; the key';

COMMENT ON COLUMN gis.species_richness.geom IS 'the cell, WGS 84';

COMMENT ON COLUMN gis.species_richness.records IS 'observations in the cell that are not rejected';

COMMENT ON COLUMN gis.species_richness.specimens IS 'sum of count';

COMMENT ON COLUMN gis.species_richness.species_count IS 'names among the records';

COMMENT ON COLUMN gis.species_richness.vector_count IS 'species with vector status High or Moderate';

COMMENT ON COLUMN gis.species_richness.commonest_species IS 'the one with the most records';

COMMENT ON COLUMN gis.species_richness.first_day IS 'of its records';

COMMENT ON COLUMN gis.species_richness.last_day IS 'of its records';

COMMENT ON COLUMN gis.species_richness.area_km2 IS 'of the cell: cells shrink towards the poles';

COMMENT ON COLUMN gis.species_richness.counted_at IS 'when the observations were counted';

CREATE VIEW gis.traps AS
 SELECT p.id,
    p.geom,
    p.records,
    p.specimens,
    p.species_count,
    p.first_day,
    p.last_day,
    p.country_id,
    c.name AS country,
    p.region_id,
    r.name AS region,
    ( SELECT gis_counted.counted_at
           FROM public.gis_counted) AS counted_at
   FROM ((public.sites p
     LEFT JOIN public.translations c ON (((c.kind = 'country'::text) AND (c.lang = 'en'::text) AND (c.id = p.country_id))))
     LEFT JOIN public.translations r ON (((r.kind = 'region'::text) AND (r.lang = 'en'::text) AND (r.id = p.region_id))));

COMMENT ON VIEW gis.traps IS 'the former name of gis.sites';

COMMENT ON COLUMN gis.traps.id IS 'UUID made of the place; the key';

COMMENT ON COLUMN gis.traps.geom IS 'longitude and latitude, WGS 84';

COMMENT ON COLUMN gis.traps.records IS 'observations at the place that are not rejected';

COMMENT ON COLUMN gis.traps.specimens IS 'sum of count';

COMMENT ON COLUMN gis.traps.species_count IS 'names among the records';

COMMENT ON COLUMN gis.traps.first_day IS 'of its records';

COMMENT ON COLUMN gis.traps.last_day IS 'of its records';

COMMENT ON COLUMN gis.traps.country_id IS 'ISO 3166-1 alpha-2 in lower case; null at sea';

COMMENT ON COLUMN gis.traps.country IS 'English name';

COMMENT ON COLUMN gis.traps.region_id IS 'UN M49 sub-region';

COMMENT ON COLUMN gis.traps.region IS 'English name';

COMMENT ON COLUMN gis.traps.counted_at IS 'when the observations were counted';

CREATE TABLE public.absences (
    id uuid NOT NULL,
    taxon_key integer NOT NULL,
    verbatim_scientific_name text,
    geom public.geometry(Point,4326) NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    date_precision text NOT NULL,
    observed_until date,
    data_source_key integer NOT NULL,
    occurrence_id text,
    source_hash uuid NOT NULL,
    country_id text,
    region_id public.slug,
    location_accuracy_m double precision,
    life_stage text,
    sex text,
    sampling_protocol text,
    event_id text,
    notes text,
    observer_name text,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    utc_offset smallint DEFAULT 0 NOT NULL,
    identification_qualifier text,
    basis_of_record text,
    licence text,
    flags smallint DEFAULT 0 NOT NULL,
    status text DEFAULT 'unverified'::text NOT NULL,
    first_day date GENERATED ALWAYS AS (public.local_day(observed_at, utc_offset)) STORED NOT NULL,
    last_day date GENERATED ALWAYS AS (COALESCE(observed_until, public.local_day(observed_at, utc_offset))) STORED NOT NULL,
    months smallint GENERATED ALWAYS AS (public.months_mask(public.local_day(observed_at, utc_offset), COALESCE(observed_until, public.local_day(observed_at, utc_offset)))) STORED NOT NULL,
    import_rules smallint DEFAULT 1 NOT NULL,
    CONSTRAINT absences_basis_of_record_check CHECK (((length(basis_of_record) >= 1) AND (length(basis_of_record) <= 100))),
    CONSTRAINT absences_check CHECK (((date_precision = ANY (ARRAY['time'::text, 'day'::text])) = (observed_until IS NULL))),
    CONSTRAINT absences_date_precision_check CHECK ((date_precision = ANY (ARRAY['time'::text, 'day'::text, 'month'::text, 'year'::text, 'interval'::text]))),
    CONSTRAINT absences_days_in_order CHECK ((observed_until >= public.local_day(observed_at, utc_offset))),
    CONSTRAINT absences_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 200))),
    CONSTRAINT absences_flags_check CHECK (((flags >= 0) AND (flags <= 127))),
    CONSTRAINT absences_geom_check CHECK ((((public.st_x(geom) >= ('-180'::integer)::double precision) AND (public.st_x(geom) <= (180)::double precision)) AND ((public.st_y(geom) >= ('-90'::integer)::double precision) AND (public.st_y(geom) <= (90)::double precision)))),
    CONSTRAINT absences_identification_qualifier_check CHECK (((length(identification_qualifier) >= 1) AND (length(identification_qualifier) <= 100))),
    CONSTRAINT absences_licence_check CHECK (((length(licence) >= 1) AND (length(licence) <= 2000))),
    CONSTRAINT absences_life_stage_check CHECK (((length(life_stage) >= 1) AND (length(life_stage) <= 100))),
    CONSTRAINT absences_location_accuracy_m_check CHECK (((location_accuracy_m >= (0)::double precision) AND (location_accuracy_m <= ('100000000'::numeric)::double precision))),
    CONSTRAINT absences_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
    CONSTRAINT absences_notes_check CHECK (((length(notes) >= 1) AND (length(notes) <= 4000))),
    CONSTRAINT absences_observed_at_check CHECK ((observed_at >= '1700-01-01 00:00:00+00'::timestamp with time zone)),
    CONSTRAINT absences_observer_name_check CHECK (((length(observer_name) >= 1) AND (length(observer_name) <= 200))),
    CONSTRAINT absences_occurrence_id_check CHECK ((length(occurrence_id) <= 300)),
    CONSTRAINT absences_offset_of_time CHECK (((utc_offset = 0) OR (date_precision = ANY (ARRAY['time'::text, 'interval'::text])))),
    CONSTRAINT absences_sampling_protocol_check CHECK (((length(sampling_protocol) >= 1) AND (length(sampling_protocol) <= 200))),
    CONSTRAINT absences_sex_check CHECK (((length(sex) >= 1) AND (length(sex) <= 100))),
    CONSTRAINT absences_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text, 'rejected'::text]))),
    CONSTRAINT absences_utc_offset_check CHECK (((utc_offset >= '-840'::integer) AND (utc_offset <= 840))),
    CONSTRAINT absences_verbatim_scientific_name_check CHECK ((length(verbatim_scientific_name) <= 300))
);

COMMENT ON TABLE public.absences IS 'mosquitoes that were looked for and not found, Darwin Core occurrenceStatus absent; on no map and in no count';

COMMENT ON COLUMN public.absences.id IS 'UUID made as that of an imported observation; the key';

COMMENT ON COLUMN public.absences.taxon_key IS 'accepted name, or the name as it came where the catalog does not have it';

COMMENT ON COLUMN public.absences.verbatim_scientific_name IS 'Darwin Core verbatimIdentification: the name as it came; null when it is the accepted one';

COMMENT ON COLUMN public.absences.geom IS 'Darwin Core decimalLongitude and decimalLatitude, WGS 84';

COMMENT ON COLUMN public.absences.observed_at IS 'Darwin Core eventDate: when, or the first moment of the day, month, year or interval, UTC; from 1700 on';

COMMENT ON COLUMN public.absences.date_precision IS 'what is known of the date: time, day, month, year or interval';

COMMENT ON COLUMN public.absences.observed_until IS 'last day of a month, year or interval; null for a time or a day';

COMMENT ON COLUMN public.absences.data_source_key IS 'data source';

COMMENT ON COLUMN public.absences.occurrence_id IS 'Darwin Core occurrenceID in its data source; null when it has none';

COMMENT ON COLUMN public.absences.source_hash IS 'first 16 bytes of the SHA-256 of the imported row, which tells whether it changed';

COMMENT ON COLUMN public.absences.country_id IS 'country of the point, at most 10 km off its coast; null at sea';

COMMENT ON COLUMN public.absences.region_id IS 'UN M49 sub-region of the country; null at sea';

COMMENT ON COLUMN public.absences.location_accuracy_m IS 'Darwin Core coordinateUncertaintyInMeters, 0 to 1e8; null when unknown';

COMMENT ON COLUMN public.absences.life_stage IS 'Darwin Core lifeStage that was looked for; null when unknown';

COMMENT ON COLUMN public.absences.sex IS 'Darwin Core sex that was looked for; null when unknown';

COMMENT ON COLUMN public.absences.sampling_protocol IS 'Darwin Core samplingProtocol: the trap or method; null when unknown';

COMMENT ON COLUMN public.absences.event_id IS 'Darwin Core eventID: records of one collection have the same; null when unknown';

COMMENT ON COLUMN public.absences.notes IS 'Darwin Core occurrenceRemarks; null for none';

COMMENT ON COLUMN public.absences.observer_name IS 'Darwin Core recordedBy; never public. Null when unknown';

COMMENT ON COLUMN public.absences.metadata IS 'Darwin Core dynamicProperties: what the source says beyond these columns; {} for nothing';

COMMENT ON COLUMN public.absences.created_at IS 'when the absence was stored';

COMMENT ON COLUMN public.absences.updated_at IS 'when the absence was last changed';

COMMENT ON COLUMN public.absences.utc_offset IS 'minutes ahead of UTC of the clock that the time was written by; 0 for UTC, for no clock, and for absences stored before version 17';

COMMENT ON COLUMN public.absences.identification_qualifier IS 'Darwin Core identificationQualifier; null when there is none';

COMMENT ON COLUMN public.absences.basis_of_record IS 'Darwin Core basisOfRecord; null when unknown';

COMMENT ON COLUMN public.absences.licence IS 'Darwin Core license of the absence; null when it is that of the data source';

COMMENT ON COLUMN public.absences.flags IS 'what looks wrong with the absence, a bit each; flag_names has their names';

COMMENT ON COLUMN public.absences.status IS 'Darwin Core identificationVerificationStatus: unverified, verified or rejected';

COMMENT ON COLUMN public.absences.first_day IS 'day of observed_at by the clock that it was written by';

COMMENT ON COLUMN public.absences.last_day IS 'observed_until, or first_day';

COMMENT ON COLUMN public.absences.months IS 'every month that the absence''s days touch: bit 0 is January';

COMMENT ON COLUMN public.absences.import_rules IS 'version of the rules by which the absence was read; 0 before version 20';

CREATE TABLE public.alert_evaluation (
    only_row boolean DEFAULT true NOT NULL,
    subject text NOT NULL,
    evaluated_at timestamp with time zone NOT NULL,
    CONSTRAINT alert_evaluation_only_row_check CHECK (only_row)
);

COMMENT ON TABLE public.alert_evaluation IS 'the last evaluation of all rules';

COMMENT ON COLUMN public.alert_evaluation.only_row IS 'true: there is one row';

COMMENT ON COLUMN public.alert_evaluation.subject IS 'names the state of the data and of the rules';

COMMENT ON COLUMN public.alert_evaluation.evaluated_at IS 'when it ended';

CREATE TABLE public.alert_rules (
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    species text,
    disease text,
    area_id text,
    area_set text,
    parameters jsonb DEFAULT '{}'::jsonb NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    send text DEFAULT 'none'::text NOT NULL,
    webhook_url text,
    mail_to text[] DEFAULT '{}'::text[] NOT NULL,
    digest text DEFAULT 'daily'::text NOT NULL,
    send_since timestamp with time zone,
    mailed_at timestamp with time zone,
    evaluated_at timestamp with time zone,
    problem text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT alert_rules_area_set_check CHECK (((area_set ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(area_set) <= 100))),
    CONSTRAINT alert_rules_digest_check CHECK ((digest = ANY (ARRAY['daily'::text, 'weekly'::text]))),
    CONSTRAINT alert_rules_disease_check CHECK (((length(disease) >= 1) AND (length(disease) <= 100))),
    CONSTRAINT alert_rules_kind_check CHECK ((kind = ANY (ARRAY['introduction'::text, 'excess'::text, 'anomaly'::text, 'infection'::text, 'silence'::text]))),
    CONSTRAINT alert_rules_mail_to_check CHECK ((cardinality(mail_to) <= 20)),
    CONSTRAINT alert_rules_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT alert_rules_one_place CHECK (((area_id IS NULL) OR (area_set IS NULL))),
    CONSTRAINT alert_rules_one_subject CHECK (((species IS NULL) OR (disease IS NULL))),
    CONSTRAINT alert_rules_parameters_check CHECK ((jsonb_typeof(parameters) = 'object'::text)),
    CONSTRAINT alert_rules_send CHECK ((((send = 'webhook'::text) = (webhook_url IS NOT NULL)) AND ((send = 'mail'::text) = (mail_to <> '{}'::text[])) AND ((send = 'none'::text) = (send_since IS NULL)))),
    CONSTRAINT alert_rules_send_check CHECK ((send = ANY (ARRAY['none'::text, 'webhook'::text, 'mail'::text]))),
    CONSTRAINT alert_rules_species_check CHECK (((length(species) >= 1) AND (length(species) <= 300))),
    CONSTRAINT alert_rules_webhook_url_check CHECK (((length(webhook_url) >= 1) AND (length(webhook_url) <= 2000)))
);

COMMENT ON TABLE public.alert_rules IS 'rules that raise alerts; at most 1,000';

COMMENT ON COLUMN public.alert_rules.id IS 'UUID; the key';

COMMENT ON COLUMN public.alert_rules.kind IS 'what is looked for: introduction, excess, anomaly, infection or silence';

COMMENT ON COLUMN public.alert_rules.name IS 'what people call the rule';

COMMENT ON COLUMN public.alert_rules.species IS 'scientific name or id of a species, group or genus; null for a disease or for all mosquitoes';

COMMENT ON COLUMN public.alert_rules.disease IS 'diseases.id: the species that carry it';

COMMENT ON COLUMN public.alert_rules.area_id IS 'areas.id; null for everywhere or for a set. An area that a rule uses is not removed';

COMMENT ON COLUMN public.alert_rules.area_set IS 'areas.set, of which each area is looked at on its own; null for one area or everywhere';

COMMENT ON COLUMN public.alert_rules.parameters IS 'parameters of the kind, as JSON';

COMMENT ON COLUMN public.alert_rules.enabled IS 'false: the rule is not evaluated, and its alerts stay as they are';

COMMENT ON COLUMN public.alert_rules.send IS 'none, webhook (each alert) or mail (a digest)';

COMMENT ON COLUMN public.alert_rules.webhook_url IS 'where alerts are sent; null unless send is webhook';

COMMENT ON COLUMN public.alert_rules.mail_to IS 'addresses of the digest; {} unless send is mail';

COMMENT ON COLUMN public.alert_rules.digest IS 'daily or weekly; of mail alone';

COMMENT ON COLUMN public.alert_rules.send_since IS 'alerts that were raised before are not sent; null when none are';

COMMENT ON COLUMN public.alert_rules.mailed_at IS 'when the last digest was due, whether or not there was something to say';

COMMENT ON COLUMN public.alert_rules.evaluated_at IS 'when the rule was last evaluated as it is now; null when it was not';

COMMENT ON COLUMN public.alert_rules.problem IS 'why the last evaluation found nothing out; null when it did';

COMMENT ON COLUMN public.alert_rules.created_at IS 'when the rule was stored';

COMMENT ON COLUMN public.alert_rules.updated_at IS 'when the rule was last changed';

CREATE TABLE public.alerts (
    id uuid NOT NULL,
    rule_id uuid NOT NULL,
    key text NOT NULL,
    title text NOT NULL,
    facts jsonb NOT NULL,
    geom public.geometry(Point,4326),
    area_id text,
    day date NOT NULL,
    historical boolean NOT NULL,
    state text DEFAULT 'new'::text NOT NULL,
    note text,
    raised_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    closed_reason text,
    sent_at timestamp with time zone,
    send_attempts smallint DEFAULT 0 NOT NULL,
    send_after timestamp with time zone,
    CONSTRAINT alerts_check CHECK (((closed_at IS NULL) = (closed_reason IS NULL))),
    CONSTRAINT alerts_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
    CONSTRAINT alerts_key_check CHECK (((length(key) >= 1) AND (length(key) <= 1000))),
    CONSTRAINT alerts_note_check CHECK (((length(note) >= 1) AND (length(note) <= 4000))),
    CONSTRAINT alerts_state_check CHECK ((state = ANY (ARRAY['new'::text, 'seen'::text])))
);

COMMENT ON TABLE public.alerts IS 'alerts that rules raised, open and closed';

COMMENT ON COLUMN public.alerts.id IS 'UUID, made of rule_id and key; the key';

COMMENT ON COLUMN public.alerts.rule_id IS 'alert_rules.id';

COMMENT ON COLUMN public.alerts.key IS 'what the alert is about within its rule: the same facts have the same key and raise one alert';

COMMENT ON COLUMN public.alerts.title IS 'one line in English';

COMMENT ON COLUMN public.alerts.facts IS 'what the rule found, as JSON; its members depend on the kind of the rule';

COMMENT ON COLUMN public.alerts.geom IS 'place of the facts, WGS 84; null where they have none but their area';

COMMENT ON COLUMN public.alerts.area_id IS 'areas.id of the area of the facts; null for everywhere';

COMMENT ON COLUMN public.alerts.day IS 'day of the facts';

COMMENT ON COLUMN public.alerts.historical IS 'true: the facts were older than 60 days when the alert was raised, so that it is in no feed and is not sent';

COMMENT ON COLUMN public.alerts.state IS 'new or seen';

COMMENT ON COLUMN public.alerts.note IS 'what people wrote about the alert';

COMMENT ON COLUMN public.alerts.raised_at IS 'when the facts were first found';

COMMENT ON COLUMN public.alerts.updated_at IS 'when the alert was last changed';

COMMENT ON COLUMN public.alerts.closed_at IS 'when the facts were no longer there; null for an open alert';

COMMENT ON COLUMN public.alerts.closed_reason IS 'why: record_removed, record_rejected, earlier_record, facts_changed, events_removed, pools_removed, site_reported or rule_changed';

COMMENT ON COLUMN public.alerts.sent_at IS 'when the alert was sent by its rule; null when it was not';

COMMENT ON COLUMN public.alerts.send_attempts IS 'how often sending failed';

COMMENT ON COLUMN public.alerts.send_after IS 'before this it is not sent again; infinity when the server gave up';

CREATE TABLE public.areas (
    id text NOT NULL,
    set text,
    name text,
    geom public.geometry(MultiPolygon,4326) NOT NULL,
    area_km2 double precision NOT NULL,
    vertices integer NOT NULL,
    repaired boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT areas_area_km2_check CHECK ((area_km2 >= (0)::double precision)),
    CONSTRAINT areas_check CHECK (((set IS NULL) = (id ~ '^[0-9a-f]{32}$'::text))),
    CONSTRAINT areas_geom_check CHECK ((NOT public.st_isempty(geom))),
    CONSTRAINT areas_id_check CHECK (((id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(id) <= 100))),
    CONSTRAINT areas_name_check CHECK (((length(name) >= 1) AND (length(name) <= 300))),
    CONSTRAINT areas_set_check CHECK (((set ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(set) <= 100))),
    CONSTRAINT areas_vertices_check CHECK ((vertices > 0))
);

COMMENT ON TABLE public.areas IS 'areas that the parameter area names: drawn ones, and those of named sets';

COMMENT ON COLUMN public.areas.id IS 'of a drawn area 32 hex digits of SHA-256 of its geometry; else an id that the set gives, such as de111; the key';

COMMENT ON COLUMN public.areas.set IS 'the set that the area belongs to, such as nuts3; null for a drawn area';

COMMENT ON COLUMN public.areas.name IS 'name in the set; null for a drawn area';

COMMENT ON COLUMN public.areas.geom IS 'longitudes and latitudes with at most 7 decimals, WGS 84; valid and normalized';

COMMENT ON COLUMN public.areas.area_km2 IS 'square kilometres on the ellipsoid';

COMMENT ON COLUMN public.areas.vertices IS 'number of positions in geom';

COMMENT ON COLUMN public.areas.repaired IS 'whether the geometry that was sent was not valid';

COMMENT ON COLUMN public.areas.created_at IS 'when the area was stored';

COMMENT ON COLUMN public.areas.used_at IS 'when a drawn area was last asked for, to the day; unused ones are removed after 30 days';

CREATE TABLE public.catalog_version (
    only_row boolean DEFAULT true NOT NULL,
    hash text NOT NULL,
    CONSTRAINT catalog_version_only_row_check CHECK (only_row)
);

COMMENT ON TABLE public.catalog_version IS 'which catalog is loaded; one row, none before the first load';

COMMENT ON COLUMN public.catalog_version.only_row IS 'always true: there is one row at most';

COMMENT ON COLUMN public.catalog_version.hash IS 'SHA-256 of the texts and of the places, in hexadecimal, with a space between';

CREATE TABLE public.country_pieces (
    country_id text NOT NULL,
    shape public.geometry(Polygon,4326) NOT NULL
);
ALTER TABLE ONLY public.country_pieces ALTER COLUMN shape SET STORAGE EXTERNAL;

COMMENT ON TABLE public.country_pieces IS 'the shapes of countries in pieces of 256 vertices at most: what place_of reads';

COMMENT ON COLUMN public.country_pieces.country_id IS 'country that the piece belongs to';

COMMENT ON COLUMN public.country_pieces.shape IS 'part of its shape, WGS 84';

ALTER TABLE public.data_sources ALTER COLUMN key ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.data_sources_key_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.disease_regions (
    disease_id public.slug NOT NULL,
    region_id public.slug NOT NULL
);

COMMENT ON TABLE public.disease_regions IS 'where people catch diseases';

COMMENT ON COLUMN public.disease_regions.disease_id IS 'disease';

COMMENT ON COLUMN public.disease_regions.region_id IS 'UN M49 sub-region';

CREATE TABLE public.diseases (
    id public.slug NOT NULL,
    pathogen_type text NOT NULL,
    sources text[] NOT NULL,
    CONSTRAINT diseases_pathogen_type_check CHECK ((pathogen_type = ANY (ARRAY['virus'::text, 'protozoan'::text, 'nematode'::text, 'bacterium'::text]))),
    CONSTRAINT diseases_sources_check CHECK ((cardinality(sources) > 0))
);

COMMENT ON TABLE public.diseases IS 'the catalog''s mosquito-borne diseases; their texts are translations of kind disease';

COMMENT ON COLUMN public.diseases.id IS 'English name as a slug, such as dengue-fever; the key';

COMMENT ON COLUMN public.diseases.pathogen_type IS 'virus, protozoan, nematode or bacterium';

COMMENT ON COLUMN public.diseases.sources IS 'where the texts are from, one or more';

CREATE UNLOGGED TABLE public.event_changes (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid,
    data_source_key integer,
    event_id text
);

COMMENT ON TABLE public.event_changes IS 'log of sampling events that changed, or whose catch did; a server reads it to keep its copy in memory exact';

COMMENT ON COLUMN public.event_changes.xid IS 'transaction of the change';

COMMENT ON COLUMN public.event_changes.id IS 'sampling_events.id; null where a record changed';

COMMENT ON COLUMN public.event_changes.data_source_key IS 'of the record that changed';

COMMENT ON COLUMN public.event_changes.event_id IS 'of the record that changed';

CREATE TABLE public.event_requests (
    id uuid NOT NULL,
    hash bytea NOT NULL
);

COMMENT ON TABLE public.event_requests IS 'what the API was first sent for an event, so that the same request again is known';

COMMENT ON COLUMN public.event_requests.id IS 'sampling event that the request made; the key';

COMMENT ON COLUMN public.event_requests.hash IS 'SHA-256 of what was sent';

CREATE UNLOGGED TABLE public.observation_areas (
    area smallint NOT NULL,
    forgotten bigint NOT NULL
);

COMMENT ON TABLE public.observation_areas IS 'how many rows observation_touches no longer holds of each area; they count for the data version; unlogged';

COMMENT ON COLUMN public.observation_areas.area IS 'a tile of zoom 6: its row * 64 + its column, 0 to 4095; 4096: sampling events; 4097: pools; the key';

COMMENT ON COLUMN public.observation_areas.forgotten IS 'rows that are gone';

CREATE UNLOGGED TABLE public.observation_changes (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    added boolean NOT NULL,
    id uuid NOT NULL,
    mercator_x integer NOT NULL,
    mercator_y integer NOT NULL,
    taxon_key integer NOT NULL,
    observed_at timestamp with time zone NOT NULL,
    date_precision text NOT NULL,
    last_day date NOT NULL,
    count integer NOT NULL,
    country_id text,
    region_id text,
    data_source_key integer,
    status text NOT NULL,
    life_stage text,
    sex text,
    sampling_protocol text,
    location_accuracy_m double precision,
    latitude double precision,
    utc_offset smallint NOT NULL,
    flags smallint NOT NULL,
    uncertain boolean NOT NULL
);

COMMENT ON TABLE public.observation_changes IS 'rows of observations that came and went, as the tile index keeps them; unlogged';

COMMENT ON COLUMN public.observation_changes.xid IS 'transaction that made the change';

COMMENT ON COLUMN public.observation_changes.added IS 'true for a row that came, false for one that went; an update is both';

COMMENT ON COLUMN public.observation_changes.id IS 'observations.id';

COMMENT ON COLUMN public.observation_changes.mercator_x IS 'observations.mercator_x';

COMMENT ON COLUMN public.observation_changes.mercator_y IS 'observations.mercator_y';

COMMENT ON COLUMN public.observation_changes.taxon_key IS 'observations.taxon_key';

COMMENT ON COLUMN public.observation_changes.observed_at IS 'observations.observed_at';

COMMENT ON COLUMN public.observation_changes.date_precision IS 'observations.date_precision';

COMMENT ON COLUMN public.observation_changes.last_day IS 'observations.last_day';

COMMENT ON COLUMN public.observation_changes.count IS 'observations.count';

COMMENT ON COLUMN public.observation_changes.country_id IS 'observations.country_id';

COMMENT ON COLUMN public.observation_changes.region_id IS 'observations.region_id';

COMMENT ON COLUMN public.observation_changes.data_source_key IS 'observations.data_source_key';

COMMENT ON COLUMN public.observation_changes.status IS 'observations.status';

COMMENT ON COLUMN public.observation_changes.life_stage IS 'observations.life_stage';

COMMENT ON COLUMN public.observation_changes.sex IS 'observations.sex';

COMMENT ON COLUMN public.observation_changes.sampling_protocol IS 'observations.sampling_protocol';

COMMENT ON COLUMN public.observation_changes.location_accuracy_m IS 'observations.location_accuracy_m';

COMMENT ON COLUMN public.observation_changes.latitude IS 'of a place on the edge of the grid''s square or beyond, which mercator_y does not tell; else null';

COMMENT ON COLUMN public.observation_changes.utc_offset IS 'observations.utc_offset';

COMMENT ON COLUMN public.observation_changes.flags IS 'observations.flags';

COMMENT ON COLUMN public.observation_changes.uncertain IS 'whether observations.identification_qualifier says something';

CREATE UNLOGGED TABLE public.observation_epoch (
    only_row boolean DEFAULT true NOT NULL,
    epoch uuid DEFAULT gen_random_uuid() NOT NULL,
    horizon pg_snapshot,
    horizon_at timestamp with time zone,
    cluster bigint DEFAULT (pg_control_system()).system_identifier NOT NULL,
    CONSTRAINT observation_epoch_only_row_check CHECK (only_row)
);

COMMENT ON TABLE public.observation_epoch IS 'names the change log since it last began empty; one row, none after a crash or a truncate; unlogged';

COMMENT ON COLUMN public.observation_epoch.only_row IS 'always true: there is one row at most';

COMMENT ON COLUMN public.observation_epoch.epoch IS 'drawn when the log begins; a reader with another one loads everything anew';

COMMENT ON COLUMN public.observation_epoch.horizon IS 'what was visible at horizon_at: the log may forget it some time later';

COMMENT ON COLUMN public.observation_epoch.horizon_at IS 'when horizon was taken';

COMMENT ON COLUMN public.observation_epoch.cluster IS 'system_identifier of the cluster whose transaction ids the log holds';

CREATE TABLE public.observation_requests (
    id uuid NOT NULL,
    hash bytea NOT NULL
);

COMMENT ON TABLE public.observation_requests IS 'what the API was first sent under a client''s own id, so that the same request again is known';

COMMENT ON COLUMN public.observation_requests.id IS 'observation that the request made; the key';

COMMENT ON COLUMN public.observation_requests.hash IS 'SHA-256 of what was sent';

CREATE UNLOGGED TABLE public.observation_touches (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    area smallint NOT NULL,
    logged_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

COMMENT ON TABLE public.observation_touches IS 'areas that transactions touched; the data version is the number of rows and of those forgotten; unlogged';

COMMENT ON COLUMN public.observation_touches.xid IS 'transaction that touched the area';

COMMENT ON COLUMN public.observation_touches.area IS 'a tile of zoom 6: its row * 64 + its column, 0 to 4095; 4096: sampling events; 4097: pools';

COMMENT ON COLUMN public.observation_touches.logged_at IS 'when the change was made; the transaction committed later';

CREATE TABLE public.pool_requests (
    id uuid NOT NULL,
    hash bytea NOT NULL
);

COMMENT ON TABLE public.pool_requests IS 'what the API was first sent for a pool, so that the same request again is known';

COMMENT ON COLUMN public.pool_requests.id IS 'pool that the request made; the key';

COMMENT ON COLUMN public.pool_requests.hash IS 'SHA-256 of what was sent';

CREATE TABLE public.predictions (
    id uuid NOT NULL,
    image_url text NOT NULL,
    model_id text NOT NULL,
    scientific_name text,
    confidence double precision NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT predictions_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
    CONSTRAINT predictions_image_url_check CHECK (((length(image_url) >= 1) AND (length(image_url) <= 2000))),
    CONSTRAINT predictions_model_id_check CHECK (((length(model_id) >= 1) AND (length(model_id) <= 200)))
);

COMMENT ON TABLE public.predictions IS 'predictions whose picture was saved; observations cite them by id';

COMMENT ON COLUMN public.predictions.id IS 'UUID; the key, and the name of the picture''s file';

COMMENT ON COLUMN public.predictions.image_url IS 'path or address of the picture';

COMMENT ON COLUMN public.predictions.model_id IS 'model that predicted';

COMMENT ON COLUMN public.predictions.scientific_name IS 'most probable class; null for none of these';

COMMENT ON COLUMN public.predictions.confidence IS 'of that class, 0 to 1';

COMMENT ON COLUMN public.predictions.created_at IS 'when it was predicted';

CREATE TABLE public.schema_migrations (
    version bigint NOT NULL,
    dirty boolean NOT NULL
);

COMMENT ON TABLE public.schema_migrations IS 'version of the schema, kept by golang-migrate; one row, none without a schema';

COMMENT ON COLUMN public.schema_migrations.version IS 'last step that was taken';

COMMENT ON COLUMN public.schema_migrations.dirty IS 'true when that step broke off halfway';

CREATE TABLE public.species_members (
    taxon_key integer NOT NULL,
    slug public.slug NOT NULL,
    name text NOT NULL,
    CONSTRAINT species_members_name_check CHECK ((name <> ''::text))
);

COMMENT ON TABLE public.species_members IS 'what the catalog''s complexes and groups include: species, and groups within them';

COMMENT ON COLUMN public.species_members.taxon_key IS 'the complex or group';

COMMENT ON COLUMN public.species_members.slug IS 'slug of name; taxon_names has it where the catalog or a record does';

COMMENT ON COLUMN public.species_members.name IS 'scientific name of the member';

ALTER TABLE public.taxa ALTER COLUMN key ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.taxa_key_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.taxon_names (
    slug public.slug NOT NULL,
    name text NOT NULL,
    taxon_key integer NOT NULL,
    accepted boolean NOT NULL,
    CONSTRAINT taxon_names_name_check CHECK ((name <> ''::text))
);

COMMENT ON TABLE public.taxon_names IS 'every spelling that finds a taxon: its accepted name and its synonyms';

COMMENT ON COLUMN public.taxon_names.slug IS 'the spelling as a slug; the key';

COMMENT ON COLUMN public.taxon_names.name IS 'the spelling';

COMMENT ON COLUMN public.taxon_names.taxon_key IS 'taxon that it means';

COMMENT ON COLUMN public.taxon_names.accepted IS 'true for the accepted name, one a taxon; false for a synonym';

INSERT INTO public.absences VALUES
	('4daa91a1-5f8d-51b6-8039-6ef8bebdabd6', 94, NULL, '0101000020E610000066666666666615C052B81E85EB114240', '2022-07-09 00:00:00+00', 'day', NULL, 1, 'a4', 'ee0cf503-e42b-b254-5cc1-395814750dc2', 'gi', 'southern-europe', 50, 'adult', 'female', 'CDC light trap', 'e4', 'a calm night', 'A. Observer', '{}', '2026-11-23 10:46:58.443973+00', '2026-11-23 10:46:58.443973+00', 0, NULL, NULL, NULL, 0, 'unverified', DEFAULT, DEFAULT, DEFAULT, 1);

INSERT INTO public.alert_evaluation VALUES
	(true, '62f81ccc.3 2 2026-11-23 10:47:03.500663+00', '2026-11-23 10:47:04.08761+00');

INSERT INTO public.alert_rules VALUES
	('098b3b24-e634-48c8-b754-bdca94964338', 'introduction', 'Tiger mosquitoes', 'Aedes albopictus', NULL, '86241fc5af9bf2c84839b875af582293', NULL, '{}', true, 'none', NULL, '{}', 'daily', NULL, NULL, '2026-11-23 10:47:04.079676+00', NULL, '2026-11-23 10:47:03.477872+00', '2026-11-23 10:47:03.477872+00'),
	('29660932-bd4a-471a-af00-c2616b7ae324', 'infection', 'First positive pool', NULL, NULL, NULL, NULL, '{"weeks": "iso", "pathogen": "West Nile virus", "season_start": 1}', true, 'none', NULL, '{}', 'daily', NULL, NULL, '2026-11-23 10:47:04.085692+00', NULL, '2026-11-23 10:47:03.500663+00', '2026-11-23 10:47:03.500663+00');

INSERT INTO public.alerts VALUES
	('fdf0379f-8ad8-5909-af61-1647d1edbfc8', '098b3b24-e634-48c8-b754-bdca94964338', 'aedes-albopictus/86241fc5af9bf2c84839b875af582293/6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11', 'Aedes albopictus: first record in 86241fc5af9bf2c84839b875af582293; the nearest is 1497 km away', '{"status": "unverified", "species": "Aedes albopictus", "record_id": "6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11", "species_id": "aedes-albopictus", "data_source": null, "distance_km": null, "observed_on": "2024-06-01", "nearest_earlier": {"location": {"lat": 54.0767088, "lng": 20.657065}, "record_id": "04ce734b-68e7-8eda-8ad0-1d4b7931a235", "distance_km": 1497.4, "observed_on": "2005-07-12"}, "location_accuracy_m": null}', '0101000020E61000001904560E2DB21D405839B4C876DE4540', '86241fc5af9bf2c84839b875af582293', '2024-06-01', true, 'new', NULL, '2026-11-23 10:47:04.079676+00', '2026-11-23 10:47:04.079676+00', NULL, NULL, NULL, 0, NULL),
	('6f56f50a-192f-5365-81f6-01aeef612f09', '29660932-bd4a-471a-af00-c2616b7ae324', '2016//3', 'West Nile virus: first positive pool of the season 2016, Aedes vexans (synthetic)', '{"size": 1, "season": 2016, "pool_id": "S115 2016-10-12 2", "species": "Aedes vexans", "pathogen": "West Nile virus", "data_source": "synthetic"}', '0101000020E61000000E6CF019E489F03F9BBF531223E52240', NULL, '2016-10-12', true, 'new', NULL, '2026-11-23 10:47:04.085692+00', '2026-11-23 10:47:04.085692+00', NULL, NULL, NULL, 0, NULL),
	('76748f31-e795-5ccf-bff8-5f5db7dcb3d9', '29660932-bd4a-471a-af00-c2616b7ae324', '2021//3', 'West Nile virus: first positive pool of the season 2021, Culex nigripalpus (synthetic)', '{"size": 3, "season": 2021, "pool_id": "S79 2021-04-20 1", "species": "Culex nigripalpus", "pathogen": "West Nile virus", "data_source": "synthetic"}', '0101000020E61000001F95ACD4FDC456C0F676F0B84D2D3140', NULL, '2021-04-20', true, 'new', NULL, '2026-11-23 10:47:04.085692+00', '2026-11-23 10:47:04.085692+00', NULL, NULL, NULL, 0, NULL),
	('84680ef0-14ee-529b-831d-a82f4736b032', '29660932-bd4a-471a-af00-c2616b7ae324', '2022//2', 'West Nile virus: first positive pool of the season 2022, Culex pipiens (a-laboratory)', '{"size": 12, "season": 2022, "pool_id": "P1", "species": "Culex pipiens", "pathogen": "West Nile virus", "data_source": "a-laboratory"}', '0101000020E610000066666666666615C052B81E85EB114240', NULL, '2022-07-08', true, 'new', NULL, '2026-11-23 10:47:04.085692+00', '2026-11-23 10:47:04.085692+00', NULL, NULL, NULL, 0, NULL),
	('f1c43eb0-6fa6-5e5e-a958-9fd07566f56e', '29660932-bd4a-471a-af00-c2616b7ae324', '2024//3', 'West Nile virus: first positive pool of the season 2024, Aedes vexans (synthetic)', '{"size": 6, "season": 2024, "pool_id": "S298 2024-06-04 2", "species": "Aedes vexans", "pathogen": "West Nile virus", "data_source": "synthetic"}', '0101000020E6100000E70C7B9054184B40FC89CA8635924840', NULL, '2024-06-04', true, 'new', NULL, '2026-11-23 10:47:04.085692+00', '2026-11-23 10:47:04.085692+00', NULL, NULL, NULL, 0, NULL);

INSERT INTO public.areas VALUES
	('86241fc5af9bf2c84839b875af582293', NULL, NULL, '0106000020E610000001000000010300000001000000050000000000000000001C4000000000008045400000000000001C40000000000000464000000000000020400000000000004640000000000000204000000000008045400000000000001C400000000000804540', 8985.483100898766, 5, false, '2026-11-23 10:47:03.41951+00', '2026-11-23 10:47:03.41951+00');

INSERT INTO public.catalog_version VALUES
	(true, 'a part of it');

INSERT INTO public.countries VALUES
	('ai', DEFAULT, 'AIA', 'caribbean', '0106000020E610000002000000010300000001000000180000005AE4CF97C5804FC038624D80CC453240FCE06D49EB844FC050EE6C83804432400218E21D39874FC03CB96B360B413240386CC1039B884FC0E4362A96B83C32403CA335D8E88A4FC04867A8A28837324074F714BE4A8C4FC060F3C7A53C36324048111E81848F4FC01CA687525F353240E4D6475E5C914FC03432A75513343240B4B9DC4C48924FC050BEC658C732324088D3E50F82954FC0882D24156E2B3240829C713B34934FC0882D24156E2B3240E4D6475E5C914FC0CC7A64684B2C3240782E8992988E4FC024FDA5089E30324010BD3E9B228E4FC03C89C50B522F324042DAA9AC368D4FC05415E50E062E3240DA685FB5C08C4FC010C8A4BB282D3240FCE06D49EB844FC0041A684FAB36324028C76486B1814FC08CB4E8F5653832408A013BA9D97F4FC0184F699C203A3240BC1EA6BAED7E4FC0E4362A96B83C3240B6E731E69F7C4FC0F4140D2DEF443240B6E731E69F7C4FC07CAF8DD3A9463240EC3B11CC017E4FC07CAF8DD3A94632405AE4CF97C5804FC038624D80CC453240010300000001000000040000009EB8D59CAFB64FC0BC0E2A65EE97324038478BA539B64FC044A9AA0BA99932409EB8D59CAFB64FC0E8CF4AB5179A32409EB8D59CAFB64FC0BC0E2A65EE973240', '0101000020E61000004A65EFE974854FC0D201294943393240', DEFAULT),
	('aw', DEFAULT, 'ABW', 'caribbean', '0106000020E6100000010000000103000000010000001A000000791544C3D37F51C098B1601A7727294094BF33B6848051C0F033A2BAC92B29404D2F4D860D8351C070A7AAD5FE4329401C12E274F98351C06072A9888940294068D93C79BE8351C08055E7417C3A29400168F281488351C058EBE4A7913329404D2F4D860D8351C0A8E66167EC2A29400168F281488351C00817E073BC2529401C12E274F98351C058125D33171D29401C12E274F98351C0C042DB3FE717294068D93C79BE8351C02073594CB71229404D2F4D860D8351C0508B98521F10294017DB6DA0AB8151C0000957B2CC0B2940C0A52AF34A7D51C098788C508AED28406FA75B1A387B51C0E8730910E5E428406FA75B1A387B51C0D03E08C36FE12840A5FB3A009A7C51C0D03E08C36FE1284022E00016737B51C0B0D4052985DA2840EC8B2130117A51C05852C48832D628406A70E745EA7851C05852C48832D628404EC6F752397851C0B0D4052985DA28404EC6F752397851C0F8A80A5D5AE8284054FD6B27877A51C0F88192D1D4FE28406FA75B1A387B51C0706ED60B120A29408A514B0DE97B51C0508B98521F102940791544C3D37F51C098B1601A77272940', '0101000020E61000006CE83B37037F51C028CA7702F60D2940', DEFAULT),
	('bb', DEFAULT, 'BRB', 'caribbean', '0106000020E61000000100000001030000000100000023000000C290C368BBB64DC038D3084CBC512A40F8E4A24E1DB84DC0A88A4B3984592A40FE1B17236BBA4DC0000D8DD9D65D2A406AC4D5EE2EBD4DC010428E264C612A40088AFFCB06BF4DC068C4CFC69E652A40DCA3088F40C24DC06016935A216F2A40E2DA7C638EC44DC0808095F40B762A407EA0A64066C64DC078D258888E7F2A4084D71A15B4C84DC0E81060564E942A4052BAAF03A0C94DC058C8A243169C2A40229D44F28BCA4DC0F097243746A12A4058F123D8EDCB4DC02837281EA6AB2A405E2898AC3BCE4DC0C806AA11D6B02A40625F0C8189D04DC0B0D1A8C460AD2A400025365E61D24DC0481A66D798A52A40CE07CB4C4DD34DC020B0633DAE9E2A4036791544C3D34DC0B8F82050E6962A4068968055D7D24DC038D3084CBC512A40CAD05678FFD04DC040FA80D7413B2A40947C77929DCF4DC0C00D3D9D04302A40F6B64DB5C5CD4DC0688BFBFCB12B2A4026D4B8C6D9CC4DC0283EBBA9D42A2A408A0E8FE901CB4DC0283EBBA9D42A2A401C66D01D3EC84DC05856FAAF3C282A40182F5C49F0C54DC0B88678BC0C232A40E2DA7C638EC44DC00882F57B671A2A4012F8E774A2C34DC0981C7622221C2A40AA869D7D2CC34DC0D869B675FF1C2A40DCA3088F40C24DC0D869B675FF1C2A400EC173A054C14DC0D869B675FF1C2A40A018B5D490BE4DC05856FAAF3C282A4002538BF7B8BC4DC0B0D83B508F2C2A40FE1B17236BBA4DC0D8423EEA79332A402A020E6031B74DC0E0C902CB71402A40C290C368BBB64DC038D3084CBC512A40', '0101000020E6100000ADA80188E7C94DC0646DB110606A2A40', DEFAULT),
	('bl', DEFAULT, 'BLM', 'caribbean', '0106000020E6100000010000000103000000010000000B000000C4836F28936B4FC0B485CA70F1E13140BE4CFB5345694FC0B485CA70F1E1314088F81B6EE3674FC0806D8B6A89E43140EA32F2900B664FC0F07BEC0D90E731401C505DA21F654FC0C063AD0728EA3140C8BAE3FCE06D4FC08C4B6E01C0EC3140989D78EBCC6E4FC074BF4EFE0BEE3140989D78EBCC6E4FC0A8D78D0474EB3140302C2EF4566E4FC094A28CB7FEE73140FAD74E0EF56C4FC0E046EBC01AE43140C4836F28936B4FC0B485CA70F1E13140', '0101000020E61000001E0FF3E0FE694FC02A039D5F13E93140', DEFAULT),
	('bv', DEFAULT, 'BVT', 'south-america', '0106000020E6100000010000000103000000010000001200000000C9E72CA5A90B4010660840F2314BC040E8609EEA5F0B4028F22743A6304BC0C0DA8B2671070B406079D89429324BC08010AC0C16C50A4074AED9E19E354BC00027538175CC0A406E57BB2B603A4BC0803DFAF5D4D30A406E57BB2B603A4BC00054A16A34DB0A40BF6A8B80973A4BC0806A48DF93E20A40BF6A8B80973A4BC00081EF53F3E90A40B2A4FB7E3D3B4BC040F1329BD00E0B40290A7BD882394BC0006F4B5A278C0B40D8F6AA834B394BC0400CDD8AC3BF0B4093A96A306E384BC0C02284FF22C70B40A06FFA31C8374BC0C04FD2E8E1D50B4074AED9E19E354BC04066795D41DD0B40DE4DC9398A344BC0C07C20D2A0E40B4048EDB89175334BC0C04FD2E8E1D50B4054B34893CF324BC000C9E72CA5A90B4010660840F2314BC0', '0101000020E610000029D038BCA24A0B400A0FEA89B3364BC0', DEFAULT),
	('cc', DEFAULT, 'CCK', 'australia-and-new-zealand', '0106000020E6100000020000000103000000010000000E0000008C14DCD051375840500BA94D745D28C00CF9A1E62A36584020F369470C6028C0F04EB2F379355840500BA94D745D28C03C160DF83E35584070EEE606675728C0F04EB2F379355840D01E6513375228C088DD67FC03355840201AE2D2914928C088DD67FC0335584010E5E0851C4628C088DD67FC0335584070155F92EC4028C0206C1D058E34584070155F92EC4028C0D4A4C200C9345840384FE31F074D28C03C160DF83E355840C87028A7B95B28C00CF9A1E62A365840B8C2EB3A3C6528C0404D81CC8C37584020F369470C6028C08C14DCD051375840500BA94D745D28C00103000000010000000C0000004884F5A0DA39584000102C8E196628C0602EE5938B3A584030286B94816328C0C89F2F8B013B58409858E9A0515E28C0C89F2F8B013B5840F88867AD215928C0602EE5938B3A5840186CA566145328C0602EE5938B3A5840F88867AD215928C0FCBC9A9C153A5840500BA94D745D28C0944B50A59F39584020F369470C6028C078A160B2EE38584020F369470C6028C078A160B2EE385840F0DA2A41A46228C02CDA05AE293958407875ABE75E6428C04884F5A0DA39584000102C8E196628C0', '0101000020E6100000BBCAB711A93A5840244A88FD4A5B28C0', DEFAULT),
	('cx', DEFAULT, 'CXR', 'australia-and-new-zealand', '0106000020E6100000010000000103000000010000001C000000FCD74E0EF56C5A40D00B3012EADC24C078BC1424CE6B5A40288E71B23CE124C0A8D97F35E26A5A40D892F4F2E1E924C0DCF6EA46F6695A4000FDF68CCCF024C03C31C1691E685A40B8AFB639EFEF24C0BC15877FF7665A4020E03446BFEA24C0EC32F2900B665A4050F8734C27E824C0EC32F2900B665A40786276E611EF24C0A06B978C46665A4098CC7880FCF524C038FA4C95D0655A40901E3C147FFF24C01C505DA21F655A406006FD0D170225C0D088029E5A655A404023BF54240825C008DDE183BC665A40703BFE5A8C0525C03C31C1691E685A4030EEBD07AF0425C07485A04F80695A40B8883EAE690625C04468353E6C6A5A40C8BD3FFBDE0925C0F8A0DA39A76A5A40F0274295C91025C05C1225311D6B5A40A02CC5D56E1925C0104BCA2C586B5A4050314816142225C0946604177F6C5A4008E407C3362125C0489FA912BA6C5A4028C7457C291B25C0489FA912BA6C5A40688DC1EE0E0F25C0B010F409306D5A40F8D57E01470725C0B010F409306D5A40C0367B1AE7FC24C0644999056B6D5A4000FDF68CCCF024C018823E01A66D5A4008AB33F949E724C018823E01A66D5A40A0F3F00B82DF24C0FCD74E0EF56C5A40D00B3012EADC24C0', '0101000020E6100000466AAB5A88695A40A8AA5B1733FE24C0', DEFAULT),
	('gi', DEFAULT, 'GIB', 'southern-europe', '0106000020E61000000100000001030000000100000007000000000FC3E2426F15C0162F25111212424080F81B6EE36715C0F63394C2420F4240C056213FD45C15C060D3831A2E0E4240C056213FD45C15C0EA6D04C1E80F4240C056213FD45C15C0DCA774BF8E104240A0CBCD84245915C0162F251112124240000FC3E2426F15C0162F251112124240', '0101000020E6100000FACD6C83A26315C0E38A3CC03B104240', DEFAULT),
	('mc', DEFAULT, 'MCO', 'western-europe', '0106000020E6100000010000000103000000010000000C00000000E00FD955BE1D40D8E458941FDF4540403E15AA46B31D40106C09E6A2E0454020867306D8A01D40A8CC198EB7E1454000CED162698E1D40B492A98F11E14540C01530BFFA7B1D407C0BF93D8EDF4540808ADC044B781D40448448EC0ADE4540808ADC044B781D400CFD979A87DC454080B72AEE09871D4068D6F7F018DC4540E0FA1F4C289D1D4018C3279CE1DB4540C0276E35E7AB1D40A05DA8429CDD4540C054BC1EA6BA1D4038BEB8EAB0DE454000E00FD955BE1D40D8E458941FDF4540', '0101000020E6100000CA9E5423729B1D4088D1883FE8DE4540', DEFAULT),
	('mf', DEFAULT, 'MAF', 'caribbean', '0106000020E610000001000000010300000001000000160000009038AF7D27824FC024F477696A083240C0551A8F3B814FC050B598B9930A3240C0551A8F3B814FC01C463BFDEC1132409038AF7D27824FC084FD7DEAB41932409038AF7D27824FC0C4F39F87531F32402EFED85AFF834FC0C4F39F87531F32409AA69726C3864FC0DC7FBF8A071E3240A0DD0BFB10894FC054E53EE44C1C32406EC0A0E9FC894FC0C84ABE3D921A32403CA335D8E88A4FC014EF1C47AE16324074F714BE4A8C4FC048075C4D16143240782E8992988E4FC000BA1BFA38133240B4B9DC4C48924FC060937B50CA1232401C2B2744BE924FC01C463BFDEC113240B4B9DC4C48924FC034D25A00A1103240E4D6475E5C914FC04C5E7A03550F32407E65FD66E6904FC04C5E7A03550F3240782E8992988E4FC034D25A00A1103240AA4BF4A3AC8D4FC0D4F8FAA90F113240AA4BF4A3AC8D4FC0F0841AADC30F32403CA335D8E88A4FC0A837DA59E60E32409038AF7D27824FC024F477696A083240', '0101000020E61000008ECDA8D270874FC0A4E0BBA3A7133240', DEFAULT),
	('ms', DEFAULT, 'MSR', 'caribbean', '0106000020E61000000100000001030000000100000017000000CA0450B9A3124FC030CE24D996BE304000592F9F05144FC0E829C6CF7AC230409E1E597CDD154FC040AC0770CDC630406E01EE6AC9164FC03855E9B98ECB30400690A37353164FC034FECA0350D03040D47238623F174FC090D72A5AE1CF3040A455CD502B184FC034FECA0350D03040421BF72D031A4FC01872AB009CD13040DEE0200BDB1B4FC040AC0770CDC63040163500F13C1D4FC0D84BE33844BA3040DEE0200BDB1B4FC044D37FFB52B0304036AD0E8567154FC0309E7EAEDDAC304000592F9F05144FC0D4C41E584CAD304032769AB019134FC0B838FF5498AE3040CA0450B9A3124FC044D37FFB52B03040629305C22D124FC07094A04B7CB23040629305C22D124FC054088148C8B33040CA0450B9A3124FC0E0A201EF82B5304032769AB019134FC0683D82953DB7304032769AB019134FC050B1629289B830409AE7E4A78F134FC094FEA2E566B9304032769AB019134FC0A833A432DCBC3040CA0450B9A3124FC030CE24D996BE3040', '0101000020E6100000F01C2855F0174FC00C7C75D488C03040', DEFAULT),
	('nf', DEFAULT, 'NFK', 'australia-and-new-zealand', '0106000020E6100000010000000103000000010000001A0000005A54D56375FF64406E25F54584043DC09846B8EEE1FE644086B1144938033DC0D8389B794EFE644016A3B3A531003DC0BC8EAB869DFD6440D255735254FF3CC0541D618F27FD6440E48A749FC9023DC0BC8EAB869DFD64404264D4F55A023DC0162B7E04BBFD644086B1144938033DC0162B7E04BBFD6440104C95EFF2043DC062F2D80880FD6440DE3356E98A073DC00856068B62FD644068CED68F45093DC062F2D80880FD644036B69789DD0B3DC0BC8EAB869DFD64406277B8D9060E3DC0BC8EAB869DFD6440D285197D0D113DC070C75082D8FD6440D285197D0D113DC02400F67D13FE6440049E5883750E3DC032D56DF76BFE6440049E5883750E3DC03EAAE570C4FE6440305F79D39E103DC09846B8EEE1FE6440E6BA1ACA82143DC09846B8EEE1FE6440FE463ACD36133DC0F2E28A6CFFFE6440BAF9F97959123DC0F2E28A6CFFFE644076ACB9267C113DC04C7F5DEA1CFF6440D285197D0D113DC0B4F0A7E192FF64404AEB98D6520F3DC068294DDDCDFF6440F2685736000B3DC0C2C51F5BEBFF64409AE61596AD063DC05A54D56375FF64406E25F54584043DC0', '0101000020E61000007AFA7211A0FE6440AD1B17E3220A3DC0', DEFAULT),
	('nr', DEFAULT, 'NRU', 'micronesia', '0106000020E61000000100000001030000000100000009000000903640DB0CDE6440007AE5CF9369DFBF1AF07D6A3EDD644080B60F20C907E0BF66B7D86E03DD6440005353F871C9E0BF748C50E85BDD644000EF96D01A8BE1BF903640DB0CDE64408097A038C5A6E1BF9E0BB85465DE644080C97ECCF045E1BF50445D50A0DE6440800140281D92E0BF50445D50A0DE6440001C0C703DD8DFBF903640DB0CDE6440007AE5CF9369DFBF', '0101000020E610000012EEA38CD1DD644040AA4990C7ADE0BF', DEFAULT),
	('sg', DEFAULT, 'SGP', 'south-eastern-asia', '0106000020E6100000010000000103000000010000002800000034A4EF4971FD5940008B883A7D3EF63F98DEC56C99FB5940C00797D6FC67F63FDC3738C8C2F659404091CEAC1007F73FF0AAB3E625F5594000A4DAAEA529F73F081E2F0589F35940400EDD489030F73F383B9A169DF25940C0CFD57AD01BF73F98757039C5F05940807EC2AA7BE4F63F6421915363EF594040AABD76A6D6F63F2CCDB16D01EE5940807EC2AA7BE4F63F1023C27A50ED59404014C01091DDF63F44402D8C64EC5940C001B40EFCBAF63F28963D99B3EB5940C084A5727C91F63F745D989D78EB5940C09D943C1261F63FC024F3A13DEB5940000E7A9EFD14F63F702624C92AE9594040B03D941468F53FBCED7ECDEFE8594000F5272AD529F53F245FC9C465E95940C0A3145A80F2F43FA47A03AF8CEA594080650D8CC0DDF43F1023C27A50ED594080CF0F26ABE4F43F4877A160B2EE594040FB0AF2D5D6F43F340426424FF05940C0BC032416C2F43F68580528B1F159400040F5879698F43FD0C94F1F27F25940C0EEE1B74161F43F383B9A169DF2594040B0DAE9814CF43F54E589094EF3594000DCD5B5AC3EF43F3C720EEBEAF45940C071D31BC237F43F581CFEDD9BF559400046D84F9745F43FC08D48D511F6594040B0DAE9814CF43F74C6EDD04CF659408084DF1D575AF43F28FF92CC87F6594000C3E6EB166FF43F2C3607A1D5F8594000910858EBCFF43FB051418BFCF95940C0A3145A80F2F43F98DEC56C99FB5940000E17F46AF9F43FD032A552FBFC594080B6205C1515F53F048784385DFE594000DC38603F5AF53F88A2BE2284FF5940C0D555983EADF53FA44CAE1535005A408065703653F9F53FF013091AFAFF5940000E7A9EFD14F63F2031742B0EFF5940804C816CBD29F63F34A4EF4971FD5940008B883A7D3EF63F', '0101000020E61000005E09B04228F55940A01D63E748D3F53F', DEFAULT),
	('sm', DEFAULT, 'SMR', 'southern-europe', '0106000020E61000000100000001030000000100000013000000709DD92DB6DB2840C088DFBB24F24540009051F44CEC284064AF7F6593F24540106C224684F5284084AA10B462F5454070A6F868ACF3284024D1B05DD1F54540106C224684F52840C8F7500740F64540106C224684F52840180B215C77F64540B0314C235CF728406C1EF1B0AEF64540B0314C235CF72840BC31C105E6F64540F0BC9FDD0BFB2840A4A5A10232F845409082C9BAE3FC2840D066C2525BFA4540F0BC9FDD0BFB2840FC27E3A284FC4540B0314C235CF72840E09BC39FD0FD4540C004FE399DE82840407523F661FD45403012867306D8284008EE72A4DEFB454060C108DC7ED22840708D62FCC9FA4540E0AA61671FCB2840881982FF7DF94540105AE4CF97C52840C8F7500740F6454080708B44F7CC2840F80F900DA8F34540709DD92DB6DB2840C088DFBB24F24540', '0101000020E61000000E6C790681E02840B06B31048CF74540', DEFAULT),
	('sx', DEFAULT, 'SXM', 'caribbean', '0106000020E61000000100000001030000000100000009000000AA4BF4A3AC8D4FC0F0841AADC30F3240AA4BF4A3AC8D4FC04C5E7A03550F3240E09FD3890E8F4FC0209D59B32B0D324010BD3E9B228E4FC0F4DB3863020B324074F714BE4A8C4FC06C41B8BC470932402EFED85AFF834FC014BF761CF50432409038AF7D27824FC024F477696A0832403CA335D8E88A4FC0A837DA59E60E3240AA4BF4A3AC8D4FC0F0841AADC30F3240', '0101000020E61000004E420BEED9884FC0B08EF80F250A3240', DEFAULT),
	('tk', DEFAULT, 'TKL', 'polynesia', '0106000020E6100000020000000103000000010000000C0000001881DB4F1A6665C0C0C72FEB31B622C01881DB4F1A6665C00015703E0FB722C01881DB4F1A6665C090AFF0E4C9B822C0BEE408D2FC6565C090AFF0E4C9B822C0BEE408D2FC6565C0382DAF4477B422C01881DB4F1A6665C0E0AA6DA424B022C0CCB9804B556665C088282C04D2AB22C080F22547906665C0B8406B0A3AA922C0265653C9726665C0C8756C57AFAC22C0CCB9804B556665C0E0AA6DA424B022C0721DAECD376665C0F0DF6EF199B322C01881DB4F1A6665C0C0C72FEB31B622C001030000000100000009000000755F0740938F65C01086A2B9952121C01BC334C2758F65C0783DE5A65D2921C01BC334C2758F65C04825A6A0F52B21C0C1266244588F65C06808E459E82521C01BC334C2758F65C088EB2113DB1F21C0CEFBD9BDB08F65C0E81BA01FAB1A21C0DCD05137099065C090995E7F581621C02898AC3BCE8F65C070B620C6651C21C0755F0740938F65C01086A2B9952121C0', '0101000020E61000004A8A42882A6665C06845EE4ADFB122C0', DEFAULT),
	('va', DEFAULT, 'VAT', 'southern-europe', '0106000020E61000000100000001030000000100000005000000F121694BB1E72840819BFECB6CF344408FE7922889E92840819BFECB6CF344408FE7922889E9284025C29E75DBF34440F121694BB1E7284025C29E75DBF34440F121694BB1E72840819BFECB6CF34440', '0101000020E6100000C004FE399DE82840D3AECE20A4F34440', DEFAULT);

INSERT INTO public.country_pieces VALUES
	('ai', '0103000020E610000001000000180000005AE4CF97C5804FC038624D80CC453240FCE06D49EB844FC050EE6C83804432400218E21D39874FC03CB96B360B413240386CC1039B884FC0E4362A96B83C32403CA335D8E88A4FC04867A8A28837324074F714BE4A8C4FC060F3C7A53C36324048111E81848F4FC01CA687525F353240E4D6475E5C914FC03432A75513343240B4B9DC4C48924FC050BEC658C732324088D3E50F82954FC0882D24156E2B3240829C713B34934FC0882D24156E2B3240E4D6475E5C914FC0CC7A64684B2C3240782E8992988E4FC024FDA5089E30324010BD3E9B228E4FC03C89C50B522F324042DAA9AC368D4FC05415E50E062E3240DA685FB5C08C4FC010C8A4BB282D3240FCE06D49EB844FC0041A684FAB36324028C76486B1814FC08CB4E8F5653832408A013BA9D97F4FC0184F699C203A3240BC1EA6BAED7E4FC0E4362A96B83C3240B6E731E69F7C4FC0F4140D2DEF443240B6E731E69F7C4FC07CAF8DD3A9463240EC3B11CC017E4FC07CAF8DD3A94632405AE4CF97C5804FC038624D80CC453240'),
	('ai', '0103000020E610000001000000040000009EB8D59CAFB64FC0BC0E2A65EE97324038478BA539B64FC044A9AA0BA99932409EB8D59CAFB64FC0E8CF4AB5179A32409EB8D59CAFB64FC0BC0E2A65EE973240'),
	('aw', '0103000020E6100000010000001A000000791544C3D37F51C098B1601A7727294094BF33B6848051C0F033A2BAC92B29404D2F4D860D8351C070A7AAD5FE4329401C12E274F98351C06072A9888940294068D93C79BE8351C08055E7417C3A29400168F281488351C058EBE4A7913329404D2F4D860D8351C0A8E66167EC2A29400168F281488351C00817E073BC2529401C12E274F98351C058125D33171D29401C12E274F98351C0C042DB3FE717294068D93C79BE8351C02073594CB71229404D2F4D860D8351C0508B98521F10294017DB6DA0AB8151C0000957B2CC0B2940C0A52AF34A7D51C098788C508AED28406FA75B1A387B51C0E8730910E5E428406FA75B1A387B51C0D03E08C36FE12840A5FB3A009A7C51C0D03E08C36FE1284022E00016737B51C0B0D4052985DA2840EC8B2130117A51C05852C48832D628406A70E745EA7851C05852C48832D628404EC6F752397851C0B0D4052985DA28404EC6F752397851C0F8A80A5D5AE8284054FD6B27877A51C0F88192D1D4FE28406FA75B1A387B51C0706ED60B120A29408A514B0DE97B51C0508B98521F102940791544C3D37F51C098B1601A77272940'),
	('bb', '0103000020E61000000100000023000000C290C368BBB64DC038D3084CBC512A40F8E4A24E1DB84DC0A88A4B3984592A40FE1B17236BBA4DC0000D8DD9D65D2A406AC4D5EE2EBD4DC010428E264C612A40088AFFCB06BF4DC068C4CFC69E652A40DCA3088F40C24DC06016935A216F2A40E2DA7C638EC44DC0808095F40B762A407EA0A64066C64DC078D258888E7F2A4084D71A15B4C84DC0E81060564E942A4052BAAF03A0C94DC058C8A243169C2A40229D44F28BCA4DC0F097243746A12A4058F123D8EDCB4DC02837281EA6AB2A405E2898AC3BCE4DC0C806AA11D6B02A40625F0C8189D04DC0B0D1A8C460AD2A400025365E61D24DC0481A66D798A52A40CE07CB4C4DD34DC020B0633DAE9E2A4036791544C3D34DC0B8F82050E6962A4068968055D7D24DC038D3084CBC512A40CAD05678FFD04DC040FA80D7413B2A40947C77929DCF4DC0C00D3D9D04302A40F6B64DB5C5CD4DC0688BFBFCB12B2A4026D4B8C6D9CC4DC0283EBBA9D42A2A408A0E8FE901CB4DC0283EBBA9D42A2A401C66D01D3EC84DC05856FAAF3C282A40182F5C49F0C54DC0B88678BC0C232A40E2DA7C638EC44DC00882F57B671A2A4012F8E774A2C34DC0981C7622221C2A40AA869D7D2CC34DC0D869B675FF1C2A40DCA3088F40C24DC0D869B675FF1C2A400EC173A054C14DC0D869B675FF1C2A40A018B5D490BE4DC05856FAAF3C282A4002538BF7B8BC4DC0B0D83B508F2C2A40FE1B17236BBA4DC0D8423EEA79332A402A020E6031B74DC0E0C902CB71402A40C290C368BBB64DC038D3084CBC512A40'),
	('bl', '0103000020E6100000010000000B000000C4836F28936B4FC0B485CA70F1E13140BE4CFB5345694FC0B485CA70F1E1314088F81B6EE3674FC0806D8B6A89E43140EA32F2900B664FC0F07BEC0D90E731401C505DA21F654FC0C063AD0728EA3140C8BAE3FCE06D4FC08C4B6E01C0EC3140989D78EBCC6E4FC074BF4EFE0BEE3140989D78EBCC6E4FC0A8D78D0474EB3140302C2EF4566E4FC094A28CB7FEE73140FAD74E0EF56C4FC0E046EBC01AE43140C4836F28936B4FC0B485CA70F1E13140'),
	('bv', '0103000020E6100000010000001200000000C9E72CA5A90B4010660840F2314BC040E8609EEA5F0B4028F22743A6304BC0C0DA8B2671070B406079D89429324BC08010AC0C16C50A4074AED9E19E354BC00027538175CC0A406E57BB2B603A4BC0803DFAF5D4D30A406E57BB2B603A4BC00054A16A34DB0A40BF6A8B80973A4BC0806A48DF93E20A40BF6A8B80973A4BC00081EF53F3E90A40B2A4FB7E3D3B4BC040F1329BD00E0B40290A7BD882394BC0006F4B5A278C0B40D8F6AA834B394BC0400CDD8AC3BF0B4093A96A306E384BC0C02284FF22C70B40A06FFA31C8374BC0C04FD2E8E1D50B4074AED9E19E354BC04066795D41DD0B40DE4DC9398A344BC0C07C20D2A0E40B4048EDB89175334BC0C04FD2E8E1D50B4054B34893CF324BC000C9E72CA5A90B4010660840F2314BC0'),
	('cc', '0103000020E6100000010000000E0000008C14DCD051375840500BA94D745D28C00CF9A1E62A36584020F369470C6028C0F04EB2F379355840500BA94D745D28C03C160DF83E35584070EEE606675728C0F04EB2F379355840D01E6513375228C088DD67FC03355840201AE2D2914928C088DD67FC0335584010E5E0851C4628C088DD67FC0335584070155F92EC4028C0206C1D058E34584070155F92EC4028C0D4A4C200C9345840384FE31F074D28C03C160DF83E355840C87028A7B95B28C00CF9A1E62A365840B8C2EB3A3C6528C0404D81CC8C37584020F369470C6028C08C14DCD051375840500BA94D745D28C0'),
	('cc', '0103000020E6100000010000000C0000004884F5A0DA39584000102C8E196628C0602EE5938B3A584030286B94816328C0C89F2F8B013B58409858E9A0515E28C0C89F2F8B013B5840F88867AD215928C0602EE5938B3A5840186CA566145328C0602EE5938B3A5840F88867AD215928C0FCBC9A9C153A5840500BA94D745D28C0944B50A59F39584020F369470C6028C078A160B2EE38584020F369470C6028C078A160B2EE385840F0DA2A41A46228C02CDA05AE293958407875ABE75E6428C04884F5A0DA39584000102C8E196628C0'),
	('cx', '0103000020E6100000010000001C000000FCD74E0EF56C5A40D00B3012EADC24C078BC1424CE6B5A40288E71B23CE124C0A8D97F35E26A5A40D892F4F2E1E924C0DCF6EA46F6695A4000FDF68CCCF024C03C31C1691E685A40B8AFB639EFEF24C0BC15877FF7665A4020E03446BFEA24C0EC32F2900B665A4050F8734C27E824C0EC32F2900B665A40786276E611EF24C0A06B978C46665A4098CC7880FCF524C038FA4C95D0655A40901E3C147FFF24C01C505DA21F655A406006FD0D170225C0D088029E5A655A404023BF54240825C008DDE183BC665A40703BFE5A8C0525C03C31C1691E685A4030EEBD07AF0425C07485A04F80695A40B8883EAE690625C04468353E6C6A5A40C8BD3FFBDE0925C0F8A0DA39A76A5A40F0274295C91025C05C1225311D6B5A40A02CC5D56E1925C0104BCA2C586B5A4050314816142225C0946604177F6C5A4008E407C3362125C0489FA912BA6C5A4028C7457C291B25C0489FA912BA6C5A40688DC1EE0E0F25C0B010F409306D5A40F8D57E01470725C0B010F409306D5A40C0367B1AE7FC24C0644999056B6D5A4000FDF68CCCF024C018823E01A66D5A4008AB33F949E724C018823E01A66D5A40A0F3F00B82DF24C0FCD74E0EF56C5A40D00B3012EADC24C0'),
	('gi', '0103000020E61000000100000007000000000FC3E2426F15C0162F25111212424080F81B6EE36715C0F63394C2420F4240C056213FD45C15C060D3831A2E0E4240C056213FD45C15C0EA6D04C1E80F4240C056213FD45C15C0DCA774BF8E104240A0CBCD84245915C0162F251112124240000FC3E2426F15C0162F251112124240'),
	('mc', '0103000020E6100000010000000C00000000E00FD955BE1D40D8E458941FDF4540403E15AA46B31D40106C09E6A2E0454020867306D8A01D40A8CC198EB7E1454000CED162698E1D40B492A98F11E14540C01530BFFA7B1D407C0BF93D8EDF4540808ADC044B781D40448448EC0ADE4540808ADC044B781D400CFD979A87DC454080B72AEE09871D4068D6F7F018DC4540E0FA1F4C289D1D4018C3279CE1DB4540C0276E35E7AB1D40A05DA8429CDD4540C054BC1EA6BA1D4038BEB8EAB0DE454000E00FD955BE1D40D8E458941FDF4540'),
	('mf', '0103000020E610000001000000160000009038AF7D27824FC024F477696A083240C0551A8F3B814FC050B598B9930A3240C0551A8F3B814FC01C463BFDEC1132409038AF7D27824FC084FD7DEAB41932409038AF7D27824FC0C4F39F87531F32402EFED85AFF834FC0C4F39F87531F32409AA69726C3864FC0DC7FBF8A071E3240A0DD0BFB10894FC054E53EE44C1C32406EC0A0E9FC894FC0C84ABE3D921A32403CA335D8E88A4FC014EF1C47AE16324074F714BE4A8C4FC048075C4D16143240782E8992988E4FC000BA1BFA38133240B4B9DC4C48924FC060937B50CA1232401C2B2744BE924FC01C463BFDEC113240B4B9DC4C48924FC034D25A00A1103240E4D6475E5C914FC04C5E7A03550F32407E65FD66E6904FC04C5E7A03550F3240782E8992988E4FC034D25A00A1103240AA4BF4A3AC8D4FC0D4F8FAA90F113240AA4BF4A3AC8D4FC0F0841AADC30F32403CA335D8E88A4FC0A837DA59E60E32409038AF7D27824FC024F477696A083240'),
	('ms', '0103000020E61000000100000017000000CA0450B9A3124FC030CE24D996BE304000592F9F05144FC0E829C6CF7AC230409E1E597CDD154FC040AC0770CDC630406E01EE6AC9164FC03855E9B98ECB30400690A37353164FC034FECA0350D03040D47238623F174FC090D72A5AE1CF3040A455CD502B184FC034FECA0350D03040421BF72D031A4FC01872AB009CD13040DEE0200BDB1B4FC040AC0770CDC63040163500F13C1D4FC0D84BE33844BA3040DEE0200BDB1B4FC044D37FFB52B0304036AD0E8567154FC0309E7EAEDDAC304000592F9F05144FC0D4C41E584CAD304032769AB019134FC0B838FF5498AE3040CA0450B9A3124FC044D37FFB52B03040629305C22D124FC07094A04B7CB23040629305C22D124FC054088148C8B33040CA0450B9A3124FC0E0A201EF82B5304032769AB019134FC0683D82953DB7304032769AB019134FC050B1629289B830409AE7E4A78F134FC094FEA2E566B9304032769AB019134FC0A833A432DCBC3040CA0450B9A3124FC030CE24D996BE3040'),
	('nf', '0103000020E6100000010000001A0000005A54D56375FF64406E25F54584043DC09846B8EEE1FE644086B1144938033DC0D8389B794EFE644016A3B3A531003DC0BC8EAB869DFD6440D255735254FF3CC0541D618F27FD6440E48A749FC9023DC0BC8EAB869DFD64404264D4F55A023DC0162B7E04BBFD644086B1144938033DC0162B7E04BBFD6440104C95EFF2043DC062F2D80880FD6440DE3356E98A073DC00856068B62FD644068CED68F45093DC062F2D80880FD644036B69789DD0B3DC0BC8EAB869DFD64406277B8D9060E3DC0BC8EAB869DFD6440D285197D0D113DC070C75082D8FD6440D285197D0D113DC02400F67D13FE6440049E5883750E3DC032D56DF76BFE6440049E5883750E3DC03EAAE570C4FE6440305F79D39E103DC09846B8EEE1FE6440E6BA1ACA82143DC09846B8EEE1FE6440FE463ACD36133DC0F2E28A6CFFFE6440BAF9F97959123DC0F2E28A6CFFFE644076ACB9267C113DC04C7F5DEA1CFF6440D285197D0D113DC0B4F0A7E192FF64404AEB98D6520F3DC068294DDDCDFF6440F2685736000B3DC0C2C51F5BEBFF64409AE61596AD063DC05A54D56375FF64406E25F54584043DC0'),
	('nr', '0103000020E61000000100000009000000903640DB0CDE6440007AE5CF9369DFBF1AF07D6A3EDD644080B60F20C907E0BF66B7D86E03DD6440005353F871C9E0BF748C50E85BDD644000EF96D01A8BE1BF903640DB0CDE64408097A038C5A6E1BF9E0BB85465DE644080C97ECCF045E1BF50445D50A0DE6440800140281D92E0BF50445D50A0DE6440001C0C703DD8DFBF903640DB0CDE6440007AE5CF9369DFBF'),
	('sg', '0103000020E6100000010000002800000034A4EF4971FD5940008B883A7D3EF63F98DEC56C99FB5940C00797D6FC67F63FDC3738C8C2F659404091CEAC1007F73FF0AAB3E625F5594000A4DAAEA529F73F081E2F0589F35940400EDD489030F73F383B9A169DF25940C0CFD57AD01BF73F98757039C5F05940807EC2AA7BE4F63F6421915363EF594040AABD76A6D6F63F2CCDB16D01EE5940807EC2AA7BE4F63F1023C27A50ED59404014C01091DDF63F44402D8C64EC5940C001B40EFCBAF63F28963D99B3EB5940C084A5727C91F63F745D989D78EB5940C09D943C1261F63FC024F3A13DEB5940000E7A9EFD14F63F702624C92AE9594040B03D941468F53FBCED7ECDEFE8594000F5272AD529F53F245FC9C465E95940C0A3145A80F2F43FA47A03AF8CEA594080650D8CC0DDF43F1023C27A50ED594080CF0F26ABE4F43F4877A160B2EE594040FB0AF2D5D6F43F340426424FF05940C0BC032416C2F43F68580528B1F159400040F5879698F43FD0C94F1F27F25940C0EEE1B74161F43F383B9A169DF2594040B0DAE9814CF43F54E589094EF3594000DCD5B5AC3EF43F3C720EEBEAF45940C071D31BC237F43F581CFEDD9BF559400046D84F9745F43FC08D48D511F6594040B0DAE9814CF43F74C6EDD04CF659408084DF1D575AF43F28FF92CC87F6594000C3E6EB166FF43F2C3607A1D5F8594000910858EBCFF43FB051418BFCF95940C0A3145A80F2F43F98DEC56C99FB5940000E17F46AF9F43FD032A552FBFC594080B6205C1515F53F048784385DFE594000DC38603F5AF53F88A2BE2284FF5940C0D555983EADF53FA44CAE1535005A408065703653F9F53FF013091AFAFF5940000E7A9EFD14F63F2031742B0EFF5940804C816CBD29F63F34A4EF4971FD5940008B883A7D3EF63F'),
	('sm', '0103000020E61000000100000013000000709DD92DB6DB2840C088DFBB24F24540009051F44CEC284064AF7F6593F24540106C224684F5284084AA10B462F5454070A6F868ACF3284024D1B05DD1F54540106C224684F52840C8F7500740F64540106C224684F52840180B215C77F64540B0314C235CF728406C1EF1B0AEF64540B0314C235CF72840BC31C105E6F64540F0BC9FDD0BFB2840A4A5A10232F845409082C9BAE3FC2840D066C2525BFA4540F0BC9FDD0BFB2840FC27E3A284FC4540B0314C235CF72840E09BC39FD0FD4540C004FE399DE82840407523F661FD45403012867306D8284008EE72A4DEFB454060C108DC7ED22840708D62FCC9FA4540E0AA61671FCB2840881982FF7DF94540105AE4CF97C52840C8F7500740F6454080708B44F7CC2840F80F900DA8F34540709DD92DB6DB2840C088DFBB24F24540'),
	('sx', '0103000020E61000000100000009000000AA4BF4A3AC8D4FC0F0841AADC30F3240AA4BF4A3AC8D4FC04C5E7A03550F3240E09FD3890E8F4FC0209D59B32B0D324010BD3E9B228E4FC0F4DB3863020B324074F714BE4A8C4FC06C41B8BC470932402EFED85AFF834FC014BF761CF50432409038AF7D27824FC024F477696A0832403CA335D8E88A4FC0A837DA59E60E3240AA4BF4A3AC8D4FC0F0841AADC30F3240'),
	('tk', '0103000020E6100000010000000C0000001881DB4F1A6665C0C0C72FEB31B622C01881DB4F1A6665C00015703E0FB722C01881DB4F1A6665C090AFF0E4C9B822C0BEE408D2FC6565C090AFF0E4C9B822C0BEE408D2FC6565C0382DAF4477B422C01881DB4F1A6665C0E0AA6DA424B022C0CCB9804B556665C088282C04D2AB22C080F22547906665C0B8406B0A3AA922C0265653C9726665C0C8756C57AFAC22C0CCB9804B556665C0E0AA6DA424B022C0721DAECD376665C0F0DF6EF199B322C01881DB4F1A6665C0C0C72FEB31B622C0'),
	('tk', '0103000020E61000000100000009000000755F0740938F65C01086A2B9952121C01BC334C2758F65C0783DE5A65D2921C01BC334C2758F65C04825A6A0F52B21C0C1266244588F65C06808E459E82521C01BC334C2758F65C088EB2113DB1F21C0CEFBD9BDB08F65C0E81BA01FAB1A21C0DCD05137099065C090995E7F581621C02898AC3BCE8F65C070B620C6651C21C0755F0740938F65C01086A2B9952121C0'),
	('va', '0103000020E61000000100000005000000F121694BB1E72840819BFECB6CF344408FE7922889E92840819BFECB6CF344408FE7922889E9284025C29E75DBF34440F121694BB1E7284025C29E75DBF34440F121694BB1E72840819BFECB6CF34440');

INSERT INTO public.data_sources OVERRIDING SYSTEM VALUE VALUES
	(1, 'a-field-survey', 'A field survey', NULL, NULL, NULL, false, '2026-11-23 10:46:58.443973+00', NULL),
	(2, 'a-laboratory', 'A laboratory', NULL, NULL, NULL, false, '2026-11-23 10:47:00.824705+00', NULL),
	(3, 'synthetic', 'Synthetic records (skeeter demo)', 'CC0 1.0', 'Made by skeeter demo. No mosquito was caught for it.', NULL, true, '2026-11-23 10:47:01.654938+00', NULL);

INSERT INTO public.disease_regions VALUES
	('dengue-fever', 'south-eastern-asia'),
	('dengue-fever', 'southern-asia'),
	('dengue-fever', 'eastern-asia'),
	('dengue-fever', 'western-asia'),
	('dengue-fever', 'south-america'),
	('dengue-fever', 'central-america'),
	('dengue-fever', 'caribbean'),
	('dengue-fever', 'northern-america'),
	('dengue-fever', 'western-africa'),
	('dengue-fever', 'middle-africa'),
	('dengue-fever', 'eastern-africa'),
	('dengue-fever', 'northern-africa'),
	('dengue-fever', 'southern-europe'),
	('dengue-fever', 'western-europe'),
	('dengue-fever', 'australia-and-new-zealand'),
	('dengue-fever', 'melanesia'),
	('dengue-fever', 'micronesia'),
	('dengue-fever', 'polynesia'),
	('malaria', 'western-africa'),
	('malaria', 'middle-africa'),
	('malaria', 'eastern-africa'),
	('malaria', 'southern-africa'),
	('malaria', 'northern-africa'),
	('malaria', 'southern-asia'),
	('malaria', 'south-eastern-asia'),
	('malaria', 'western-asia'),
	('malaria', 'eastern-asia'),
	('malaria', 'melanesia'),
	('malaria', 'south-america'),
	('malaria', 'central-america'),
	('malaria', 'caribbean'),
	('west-nile-fever', 'northern-america'),
	('west-nile-fever', 'southern-europe'),
	('west-nile-fever', 'eastern-europe'),
	('west-nile-fever', 'western-europe'),
	('west-nile-fever', 'northern-africa'),
	('west-nile-fever', 'eastern-africa'),
	('west-nile-fever', 'western-africa'),
	('west-nile-fever', 'middle-africa'),
	('west-nile-fever', 'southern-africa'),
	('west-nile-fever', 'western-asia'),
	('west-nile-fever', 'southern-asia'),
	('west-nile-fever', 'central-asia'),
	('west-nile-fever', 'central-america'),
	('west-nile-fever', 'south-america'),
	('west-nile-fever', 'caribbean'),
	('west-nile-fever', 'australia-and-new-zealand');

INSERT INTO public.disease_vectors VALUES
	('dengue-fever', 1, 1),
	('dengue-fever', 3, 2),
	('malaria', 55, 26),
	('west-nile-fever', 94, 1),
	('west-nile-fever', 91, 5);

INSERT INTO public.diseases VALUES
	('dengue-fever', 'virus', '{"World Health Organization, fact sheet Dengue and severe dengue","Centers for Disease Control and Prevention, Dengue"}'),
	('malaria', 'protozoan', '{"World Health Organization (2024) World Malaria Report 2024","World Health Organization, fact sheet Malaria","Centers for Disease Control and Prevention, Malaria","Sinka M.E. et al. (2012) A global map of dominant malaria vectors. Parasites & Vectors 5: 69"}'),
	('west-nile-fever', 'virus', '{"World Health Organization, fact sheet West Nile virus","Centers for Disease Control and Prevention, West Nile virus","European Centre for Disease Prevention and Control, West Nile virus infection","Farajollahi A. et al. (2011) “Bird biting” mosquitoes and human disease: a review of the role of Culex pipiens complex mosquitoes in epidemiology. Infection, Genetics and Evolution 11: 1577–1585"}');

INSERT INTO public.event_changes VALUES
	('765', '5ea36bec-239e-504b-a113-41b3c24bd772', NULL, NULL);

INSERT INTO public.event_requests VALUES
	('5ea36bec-239e-504b-a113-41b3c24bd772', '\x09d48436f4ce672d9ddbc820e775bec8542bfcf0ae7b415821f983b6a04e796e');

INSERT INTO public.gis_counted VALUES
	(true, '', '', '2026-11-23 10:46:49.657657+00');

INSERT INTO public.observation_areas VALUES
	(0, 1);

INSERT INTO public.observation_changes VALUES
	('765', false, '6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11', 88571770, -581413066, 3, '2024-06-01 08:00:00+00', 'time', '2024-06-01', 2, 'mc', 'western-europe', NULL, 'unverified', NULL, NULL, NULL, NULL, NULL, 0, 0, false),
	('765', true, '6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11', 88571770, -581413066, 3, '2024-06-01 08:00:00+00', 'time', '2024-06-01', 2, 'mc', 'western-europe', NULL, 'unverified', NULL, NULL, NULL, NULL, NULL, 0, 0, false);

INSERT INTO public.observation_epoch VALUES
	(true, '62f81ccc-4d19-4e71-b159-2c2bd29c9c1d', '754:754:', '2026-11-23 10:47:03.200227+00', 7711316590308509417);

INSERT INTO public.observation_requests VALUES
	('6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11', '\x1b5a26487306fef4f3201765dda990b40a3498281ee904c2aafbdbf3083c26ac');

INSERT INTO public.observation_touches VALUES
	('765', 1505, '2026-11-23 10:47:04.52789+00'),
	('765', 4096, '2026-11-23 10:47:04.533109+00');

INSERT INTO public.observations VALUES
	('690c444e-3122-5ef1-95ab-109bbd34cce7', 94, NULL, 2, '0101000020E61000000000000000003EC00000000000000000', '2018-03-04 05:06:07+00', 'time', NULL, 1, 'a6', '9280dde0-009a-b1e6-b805-31f79a3d0ff7', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', '2026-11-23 10:46:58.443973+00', '2026-11-23 10:46:58.443973+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 10, DEFAULT, DEFAULT, DEFAULT, 1),
	('9ed2d53c-7fd1-58b2-9d5c-b43ac29ef511', 134, NULL, 1, '0101000020E61000006666666666C64DC0CDCCCCCCCC4C2A40', '2019-01-01 00:00:00+00', 'year', '2019-12-31', 1, 'a5', 'b1aacd27-d6d7-7ae0-57e7-b907c39274e5', 'bb', 'caribbean', NULL, NULL, NULL, NULL, NULL, 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', '2026-11-23 10:46:58.443973+00', '2026-11-23 10:46:58.443973+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('5cbeeba3-5c47-5bd5-b58a-0ef8972c2204', 1, NULL, 3, '0101000020E610000014AE47E17AF459409A9999999999F53F', '2020-01-02 00:00:00+00', 'day', NULL, 1, 'a1', '0e272c67-ce5e-3891-aa4e-fcc4d54a79af', 'sg', 'south-eastern-asia', 100, 'adult', 'female', 'BG-Sentinel', 'e1', 'unverified', 'on a balcony', NULL, 'A. Observer', NULL, NULL, NULL, NULL, '{"habitat": "urban"}', '2026-11-23 10:46:58.443973+00', '2026-11-23 10:46:58.443973+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('27e4a0f2-79a8-5e56-bb05-75dcc2935f92', 1, 'Stegomyia aegypti', 1, '0101000020E610000014AE47E17AF459409A9999999999F53F', '2021-05-01 00:00:00+00', 'month', '2021-05-31', 1, 'a2', '74cac690-dbcf-1ed0-1411-ee100a1b0bac', 'sg', 'south-eastern-asia', NULL, 'larva', NULL, 'ovitrap', 'e2', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', '2026-11-23 10:46:58.443973+00', '2026-11-23 10:46:58.443973+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('9c2ce7e2-e98d-57b4-8ee7-cecf17defaa3', 55, NULL, 4, '0101000020E610000014AE47E17AF459409A9999999999F53F', '2021-06-07 00:00:00+00', 'day', NULL, 1, 'a7', '6bcd8e82-ed69-1ee8-0538-524f94e93ed1', 'sg', 'south-eastern-asia', NULL, 'adult', NULL, NULL, NULL, 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', '2026-11-23 10:46:58.443973+00', '2026-11-23 10:46:58.443973+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 64, DEFAULT, DEFAULT, DEFAULT, 1),
	('e64d8999-8532-591a-9d75-9df748ac993c', 94, NULL, 12, '0101000020E610000066666666666615C052B81E85EB114240', '2022-07-01 00:00:00+00', 'interval', '2022-07-08', 1, 'a3', 'c9049a0d-c236-2c7d-3a0a-e8fb6ffbede3', 'gi', 'southern-europe', 50, 'adult', 'male', 'CDC light trap', 'e3', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', '2026-11-23 10:46:58.443973+00', '2026-11-23 10:46:58.443973+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('acd161bc-48c5-52d3-a2e9-31bdb0b7d8b0', 94, NULL, 12, '0101000020E610000066666666666615C052B81E85EB114240', '2022-07-08 00:00:00+00', 'day', NULL, 2, NULL, '3d5be6af-4c36-5e50-7bbf-3a14c03987d8', 'gi', 'southern-europe', NULL, NULL, 'female', NULL, 'g1', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"how": "RT-PCR", "lab": "Gibraltar", "pool": "P1", "found": "positive", "traps": "2", "virus": "WNV", "nights": "1", "tested": "12", "species": "Culex pipiens", "protocol": "CDC light trap", "tested day": "2022-07-14"}', '2026-11-23 10:47:00.824705+00', '2026-11-23 10:47:00.824705+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('df454998-5df3-5860-b56d-53de809750d0', 94, NULL, 1, '0101000020E610000066666666666615C052B81E85EB114240', '2022-07-15 00:00:00+00', 'day', NULL, 2, NULL, 'ec6bf170-f540-4424-4937-244a696fedd5', 'gi', 'southern-europe', NULL, NULL, 'female', NULL, 'g2', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"pool": "P2", "found": "inconclusive", "traps": "2", "virus": "WNV", "nights": "1", "tested": "1", "species": "Culex pipiens", "protocol": "CDC light trap"}', '2026-11-23 10:47:00.824705+00', '2026-11-23 10:47:00.824705+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('1fefdc77-d650-8545-b5ea-f81be378756e', 86, NULL, 9, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2007-07-06 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2007-07-06', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('3259b735-5c56-8ceb-a57c-d7d1db27a661', 91, NULL, 1, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2007-07-06 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2007-07-06', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('195a7945-5df5-89f4-a060-fb6f05061cce', 130, NULL, 4, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2007-07-06 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2007-07-06', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('11a489df-3b2f-824a-9f2a-5547391a6087', 127, NULL, 4, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2007-07-06 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2007-07-06', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('4cb1b939-cec4-8138-af6f-585a5f4fa177', 91, NULL, 2, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2010-04-20 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2010-04-20', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('04ba02fa-cd04-8320-b29a-37deb734e8ac', 112, NULL, 4, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2010-04-20 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2010-04-20', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('6d959dff-018e-8dc4-b68e-08f39b832e36', 130, NULL, 1, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2010-04-20 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2010-04-20', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('df67a826-ff4e-896c-8df6-c618e6c5da4d', 86, NULL, 6, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2015-08-08 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2015-08-08', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('d1986bb9-88b0-8b1c-887b-1d2e36fddd0e', 91, NULL, 1, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2015-08-08 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2015-08-08', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('b9d4ffa7-b0e8-8140-92d5-202015941bf6', 130, NULL, 4, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2015-08-08 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2015-08-08', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('3b91ad43-39d4-8fc2-b07e-717618b73963', 3, NULL, 1, '0101000020E6100000AB03C53478984FC00262122EE41B3240', '2015-08-08 00:00:00+00', 'day', NULL, 3, NULL, NULL, 'mf', 'caribbean', 50, 'adult', 'female', 'CDC light trap', 'S398 2015-08-08', 'unverified', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"samplingEffort": "1 trap-night"}', '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1),
	('6f0b2a54-1d5c-4c0a-9a53-0f7f3f1e0b11', 3, NULL, 2, '0101000020E61000001904560E2DB21D405839B4C876DE4540', '2024-06-01 08:00:00+00', 'time', NULL, NULL, NULL, NULL, 'mc', 'western-europe', NULL, NULL, NULL, NULL, NULL, 'unverified', NULL, 'c13fffde-4e61-46e3-8e8f-e734636c4bcd', 'A. Observer', '/static/predictions/626658f8-bb1e-4101-a11f-618cc4f1211b.jpg', '626658f8-bb1e-4101-a11f-618cc4f1211b', 'skeeter-amid-1', 0.9659755028639303, '{}', '2026-11-23 10:47:03.228476+00', '2026-11-23 10:47:03.228476+00', DEFAULT, DEFAULT, 0, NULL, NULL, NULL, 0, DEFAULT, DEFAULT, DEFAULT, 1);

INSERT INTO public.pool_requests VALUES
	('6e1bf998-0735-51e1-831d-8eefb36adf75', '\x01eb67e589912b87f75ff82f90356ce64c578c89e4d1ddea45b012e77736d490');

INSERT INTO public.pools VALUES
	('cd5a8d85-dc73-5853-ac01-1d8d7f7f01b6', 2, 'P1', '11ce66f7-6c91-d759-b338-bc1e41ff20f1', 'g1', '0101000020E610000066666666666615C052B81E85EB114240', NULL, 'gi', 'southern-europe', NULL, '2022-07-08 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, NULL, 94, NULL, NULL, 'female', NULL, 12, 'West Nile virus', 'west-nile-fever', 'RT-PCR', 'positive', '2022-07-14', NULL, '{}', 1, '2026-11-23 10:47:00.824705+00', '2026-11-23 10:47:00.824705+00'),
	('edc0526f-1cb6-5913-bf4c-cdbe69b5fe70', 2, 'P2', '72c2f409-d9ec-9fbd-49fb-6ec1b2e554d7', 'g2', '0101000020E610000066666666666615C052B81E85EB114240', NULL, 'gi', 'southern-europe', NULL, '2022-07-15 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, NULL, 94, NULL, NULL, 'female', NULL, 1, 'West Nile virus', 'west-nile-fever', NULL, 'inconclusive', NULL, NULL, '{}', 1, '2026-11-23 10:47:00.824705+00', '2026-11-23 10:47:00.824705+00'),
	('6e1bf998-0735-51e1-831d-8eefb36adf75', 2, 'P3', NULL, 'g3', '0101000020E610000066666666666615C052B81E85EB114240', NULL, 'gi', 'southern-europe', NULL, '2022-07-22 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, NULL, 94, NULL, NULL, NULL, NULL, 25, 'West Nile virus', 'west-nile-fever', NULL, 'negative', NULL, NULL, '{}', 1, '2026-11-23 10:47:03.373406+00', '2026-11-23 10:47:03.373406+00'),
	('f885e608-765b-5b46-8925-bd6427aa0f29', 2, 'P1', 'f0b58bc0-6eae-7f8d-bc61-dfd7cf64c980', 'g1', '0101000020E610000066666666666615C052B81E85EB114240', NULL, 'gi', 'southern-europe', NULL, '2022-07-08 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, NULL, 94, NULL, NULL, 'female', NULL, 12, 'Usutu virus', NULL, 'RT-PCR', 'negative', '2022-07-14', NULL, '{"traps": "2", "nights": "1", "species": "Culex pipiens", "protocol": "CDC light trap"}', 1, '2026-11-23 10:47:00.824705+00', '2026-11-23 10:47:00.824705+00');

INSERT INTO public.predictions VALUES
	('626658f8-bb1e-4101-a11f-618cc4f1211b', '/static/predictions/626658f8-bb1e-4101-a11f-618cc4f1211b.jpg', 'skeeter-amid-1', NULL, 0.9659755028639303, '2026-11-23 10:47:03.201693+00');

INSERT INTO public.regions VALUES
	('australia-and-new-zealand', '053'),
	('caribbean', '029'),
	('central-america', '013'),
	('central-asia', '143'),
	('eastern-africa', '014'),
	('eastern-asia', '030'),
	('eastern-europe', '151'),
	('melanesia', '054'),
	('micronesia', '057'),
	('middle-africa', '017'),
	('northern-africa', '015'),
	('northern-america', '021'),
	('northern-europe', '154'),
	('polynesia', '061'),
	('south-america', '005'),
	('south-eastern-asia', '035'),
	('southern-africa', '018'),
	('southern-asia', '034'),
	('southern-europe', '039'),
	('western-africa', '011'),
	('western-asia', '145'),
	('western-europe', '155');

INSERT INTO public.sampling_events VALUES
	('176f10a1-d47c-5bcb-adad-c802c0de2310', 2, 'g1', 'dd012162-f4ce-28be-2993-06077c6f3b0b', NULL, '0101000020E610000066666666666615C052B81E85EB114240', NULL, 'gi', 'southern-europe', NULL, '2022-07-08 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, '{}', 1, '2026-11-23 10:47:00.824705+00', '2026-11-23 10:47:00.824705+00', false),
	('0e8baa71-0d95-5ec0-a821-d20cdc4f5b1d', 2, 'g2', '3004345a-2ad4-037b-9c8e-46cbc8213960', NULL, '0101000020E610000066666666666615C052B81E85EB114240', NULL, 'gi', 'southern-europe', NULL, '2022-07-15 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, '{}', NULL, NULL, '{}', 1, '2026-11-23 10:47:00.824705+00', '2026-11-23 10:47:00.824705+00', false),
	('1880e5af-f316-5c93-ada7-b461bb41b97e', 3, 'S398 2019-06-25', NULL, 'S398', '0101000020E6100000AB03C53478984FC00262122EE41B3240', 50, 'mf', 'caribbean', '2019-06-24 00:00:00+00', '2019-06-25 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, 'CDC light trap', 'CO2', 3, 1, 3, 'trap_night', 'stated', false, '{}', true, NULL, '{}', 1, '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', false),
	('2a1e7b3f-1dee-5922-9b98-99109fdf3e3c', 3, 'S398 2007-07-06', NULL, 'S398', '0101000020E6100000AB03C53478984FC00262122EE41B3240', 50, 'mf', 'caribbean', '2007-07-05 00:00:00+00', '2007-07-06 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, 'CDC light trap', 'CO2', 1, 1, 1, 'trap_night', 'stated', false, '{}', true, NULL, '{}', 1, '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', false),
	('83558a00-9e24-5f00-b93c-98132d32b89b', 3, 'S398 2010-04-20', NULL, 'S398', '0101000020E6100000AB03C53478984FC00262122EE41B3240', 50, 'mf', 'caribbean', '2010-04-19 00:00:00+00', '2010-04-20 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, 'CDC light trap', 'CO2', 1, 1, 1, 'trap_night', 'stated', false, '{}', true, NULL, '{}', 1, '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', false),
	('f810b8bc-46e9-5b74-850a-9848fc1c8055', 3, 'S398 2015-08-08', NULL, 'S398', '0101000020E6100000AB03C53478984FC00262122EE41B3240', 50, 'mf', 'caribbean', '2015-08-07 00:00:00+00', '2015-08-08 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, 'CDC light trap', 'CO2', 1, 1, 1, 'trap_night', 'stated', false, '{}', true, NULL, '{}', 1, '2026-11-23 10:47:01.654938+00', '2026-11-23 10:47:01.654938+00', false),
	('5ea36bec-239e-504b-a113-41b3c24bd772', 2, 'g3', NULL, NULL, '0101000020E610000066666666666615C052B81E85EB114240', NULL, 'gi', 'southern-europe', NULL, '2022-07-22 00:00:00+00', 0, 'day', DEFAULT, DEFAULT, DEFAULT, NULL, NULL, 2, 1, 2, 'trap_night', 'stated', false, '{}', NULL, NULL, '{}', 1, '2026-11-23 10:47:03.282733+00', '2026-11-23 10:47:03.282733+00', false);

INSERT INTO public.schema_migrations VALUES
	(26, false);

INSERT INTO public.species VALUES
	(1, '(Linnaeus, 1762)', 'Culicidae', 'Culicinae', 'Stegomyia', 'High', '{"Wilkerson R.C., Linton Y.-M., Strickman D. (2021) Mosquitoes of the World. Johns Hopkins University Press","Christophers S.R. (1960) Aedes aegypti (L.), the Yellow Fever Mosquito. Cambridge University Press","European Centre for Disease Prevention and Control, factsheet for experts Aedes aegypti"}', 'species'),
	(3, '(Skuse, 1895)', 'Culicidae', 'Culicinae', 'Stegomyia', 'High', '{"Hawley W.A. (1988) The biology of Aedes albopictus. Journal of the American Mosquito Control Association, Supplement 1","Medlock J.M. et al. (2015) An entomological review of invasive mosquitoes in Europe. Bulletin of Entomological Research 105","European Centre for Disease Prevention and Control, factsheet for experts Aedes albopictus"}', 'species'),
	(55, '', 'Culicidae', 'Anophelinae', 'Cellia', 'High', '{"Wilkerson R.C., Linton Y.-M., Strickman D. (2021) Mosquitoes of the World. Johns Hopkins University Press","Coetzee M., Koekemoer L.L. (2013) Molecular systematics and insecticide resistance in the major African malaria vector Anopheles funestus. Annual Review of Entomology 58: 393–412","Dia I., Guelbeogo M.W., Ayala D. (2013) Advances and perspectives in the study of the malaria mosquito Anopheles funestus. In: Manguin S. (ed.) Anopheles mosquitoes. InTech","Sinka M.E. et al. (2012) A global map of dominant malaria vectors. Parasites & Vectors 5: 69"}', 'group'),
	(86, 'Dyar & Knab, 1906', 'Culicidae', 'Culicinae', 'Culex', 'Unknown', '{"Forattini O.P. (2002) Culicidologia Médica, vol. 2. Editora da Universidade de São Paulo","Darsie R.F., Ward R.A. (2005) Identification and Geographical Distribution of the Mosquitoes of North America, North of Mexico. University Press of Florida","Walter Reed Biosystematics Unit, Systematic Catalog of Culicidae"}', 'species'),
	(91, 'Theobald, 1901', 'Culicidae', 'Culicinae', 'Culex', 'High', '{"Day J.F., Curtis G.A. (1994) When it rains, they soar, and that makes Culex nigripalpus a dangerous mosquito. American Entomologist 40: 162–167","Darsie R.F., Ward R.A. (2005) Identification and Geographical Distribution of the Mosquitoes of North America, North of Mexico. University Press of Florida","Forattini O.P. (2002) Culicidologia Médica, vol. 2. Editora da Universidade de São Paulo"}', 'species'),
	(94, 'Linnaeus, 1758', 'Culicidae', 'Culicinae', 'Culex', 'High', '{"Wilkerson R.C., Linton Y.-M., Strickman D. (2021) Mosquitoes of the World. Johns Hopkins University Press","European Centre for Disease Prevention and Control, factsheet for experts Culex pipiens","Vinogradova E.B. (2000) Culex pipiens pipiens Mosquitoes. Pensoft"}', 'species'),
	(112, 'Theobald, 1901', 'Culicidae', 'Culicinae', NULL, 'Unknown', '{"Adames A.J. (1971) Mosquito Studies XXIV, A Revision of the Crabhole Mosquitoes of the Genus Deinocerites. Contributions of the American Entomological Institute 7","Wilkerson R.C., Linton Y.-M., Strickman D. (2021) Mosquitoes of the World. Johns Hopkins University Press","Walter Reed Biosystematics Unit, Systematic Catalog of Culicidae"}', 'species'),
	(127, '(Fabricius, 1805)', 'Culicidae', 'Culicinae', 'Sabethes', 'Low', '{"Neves M.S.A.S. et al. (2024) Illustrated identification key to females of the genus Sabethes Robineau-Desvoidy recorded from Brazil. Zootaxa 5406(2)","Forattini O.P. (2002) Culicidologia Médica, vol. 2. Editora da Universidade de São Paulo","Walter Reed Biosystematics Unit, Systematic Catalog of Culicidae"}', 'species'),
	(130, '(Rondani, 1848)', 'Culicidae', 'Culicinae', NULL, 'Unknown', '{"Consoli R.A.G.B., Lourenço-de-Oliveira R. (1994) Principais mosquitos de importância sanitária no Brasil. Editora Fiocruz","Wilkerson R.C., Linton Y.-M., Strickman D. (2021) Mosquitoes of the World. Johns Hopkins University Press","Walter Reed Biosystematics Unit, Systematic Catalog of Culicidae"}', 'species');

INSERT INTO public.species_members VALUES
	(55, 'anopheles-fuscivenosus', 'Anopheles fuscivenosus'),
	(55, 'anopheles-brucei', 'Anopheles brucei'),
	(55, 'anopheles-rivulorum-like', 'Anopheles rivulorum-like'),
	(55, 'anopheles-rivulorum', 'Anopheles rivulorum'),
	(55, 'anopheles-leesoni', 'Anopheles leesoni'),
	(55, 'anopheles-longipalpis', 'Anopheles longipalpis'),
	(55, 'anopheles-vaneedeni', 'Anopheles vaneedeni'),
	(55, 'anopheles-parensis', 'Anopheles parensis'),
	(55, 'anopheles-confusus', 'Anopheles confusus'),
	(55, 'anopheles-aruni', 'Anopheles aruni'),
	(55, 'anopheles-funestus-like', 'Anopheles funestus-like'),
	(55, 'anopheles-funestus', 'Anopheles funestus');

INSERT INTO public.species_regions VALUES
	(1, 'western-africa'),
	(1, 'middle-africa'),
	(1, 'eastern-africa'),
	(1, 'southern-africa'),
	(1, 'northern-africa'),
	(1, 'caribbean'),
	(1, 'central-america'),
	(1, 'south-america'),
	(1, 'northern-america'),
	(1, 'eastern-asia'),
	(1, 'south-eastern-asia'),
	(1, 'southern-asia'),
	(1, 'western-asia'),
	(1, 'eastern-europe'),
	(1, 'southern-europe'),
	(1, 'australia-and-new-zealand'),
	(1, 'melanesia'),
	(1, 'micronesia'),
	(1, 'polynesia'),
	(3, 'south-eastern-asia'),
	(3, 'southern-asia'),
	(3, 'eastern-asia'),
	(3, 'western-asia'),
	(3, 'southern-europe'),
	(3, 'western-europe'),
	(3, 'eastern-europe'),
	(3, 'northern-america'),
	(3, 'central-america'),
	(3, 'caribbean'),
	(3, 'south-america'),
	(3, 'western-africa'),
	(3, 'middle-africa'),
	(3, 'eastern-africa'),
	(3, 'northern-africa'),
	(3, 'australia-and-new-zealand'),
	(3, 'melanesia'),
	(3, 'micronesia'),
	(55, 'western-africa'),
	(55, 'middle-africa'),
	(55, 'eastern-africa'),
	(55, 'southern-africa'),
	(86, 'northern-america'),
	(86, 'central-america'),
	(86, 'caribbean'),
	(86, 'south-america'),
	(91, 'northern-america'),
	(91, 'central-america'),
	(91, 'caribbean'),
	(91, 'south-america'),
	(94, 'northern-africa'),
	(94, 'eastern-africa'),
	(94, 'southern-africa'),
	(94, 'northern-america'),
	(94, 'south-america'),
	(94, 'northern-europe'),
	(94, 'western-europe'),
	(94, 'southern-europe'),
	(94, 'eastern-europe'),
	(94, 'western-asia'),
	(94, 'central-asia'),
	(94, 'southern-asia'),
	(94, 'eastern-asia'),
	(94, 'australia-and-new-zealand'),
	(112, 'northern-america'),
	(112, 'caribbean'),
	(112, 'central-america'),
	(127, 'central-america'),
	(127, 'south-america'),
	(127, 'caribbean'),
	(130, 'central-america'),
	(130, 'south-america'),
	(130, 'caribbean');

INSERT INTO public.taxa OVERRIDING SYSTEM VALUE VALUES
	(1, 'aedes-aegypti', 'Aedes aegypti', 'Aedes', true),
	(3, 'aedes-albopictus', 'Aedes albopictus', 'Aedes', true),
	(55, 'anopheles-funestus-group', 'Anopheles funestus group', 'Anopheles', true),
	(86, 'culex-coronator', 'Culex coronator', 'Culex', true),
	(91, 'culex-nigripalpus', 'Culex nigripalpus', 'Culex', true),
	(94, 'culex-pipiens', 'Culex pipiens', 'Culex', true),
	(112, 'deinocerites-cancer', 'Deinocerites cancer', 'Deinocerites', true),
	(127, 'sabethes-cyaneus', 'Sabethes cyaneus', 'Sabethes', true),
	(130, 'trichoprosopon-digitatum', 'Trichoprosopon digitatum', 'Trichoprosopon', true),
	(134, 'anopheles-nosuchus', 'Anopheles nosuchus', 'Anopheles', false);

INSERT INTO public.taxon_names VALUES
	('aedes-argenteus', 'Aedes argenteus', 1, false),
	('aedes-calopus', 'Aedes calopus', 1, false),
	('stegomyia-calopus', 'Stegomyia calopus', 1, false),
	('stegomyia-fasciata', 'Stegomyia fasciata', 1, false),
	('culex-aegypti', 'Culex aegypti', 1, false),
	('stegomyia-aegypti', 'Stegomyia aegypti', 1, false),
	('aedes-aegypti', 'Aedes aegypti', 1, true),
	('stegomyia-samarensis', 'Stegomyia samarensis', 3, false),
	('culex-albopictus', 'Culex albopictus', 3, false),
	('stegomyia-albopictus', 'Stegomyia albopictus', 3, false),
	('stegomyia-albopicta', 'Stegomyia albopicta', 3, false),
	('aedes-albopictus', 'Aedes albopictus', 3, true),
	('funestus-complex', 'Funestus complex', 55, false),
	('funestus-group', 'Funestus group', 55, false),
	('anopheles-funestus-complex', 'Anopheles funestus complex', 55, false),
	('anopheles-funestus-s-l', 'Anopheles funestus s.l.', 55, false),
	('anopheles-funestus-group', 'Anopheles funestus group', 55, true),
	('culex-coronator', 'Culex coronator', 86, true),
	('culex-nigripalpus', 'Culex nigripalpus', 91, true),
	('culex-autogenicus', 'Culex autogenicus', 94, false),
	('culex-molestus', 'Culex molestus', 94, false),
	('culex-pipiens', 'Culex pipiens', 94, true),
	('culex-cancer', 'Culex cancer', 112, false),
	('deinocerites-cancer', 'Deinocerites cancer', 112, true),
	('culex-cyaneus', 'Culex cyaneus', 127, false),
	('sabethes-locuples', 'Sabethes locuples', 127, false),
	('sabethes-cyaneus', 'Sabethes cyaneus', 127, true),
	('trichoprosopon-nivipes', 'Trichoprosopon nivipes', 130, false),
	('joblotia-digitata', 'Joblotia digitata', 130, false),
	('culex-digitatus', 'Culex digitatus', 130, false),
	('trichoprosopon-digitatum', 'Trichoprosopon digitatum', 130, true),
	('anopheles-nosuchus', 'Anopheles nosuchus', 134, true);

INSERT INTO public.translations VALUES
	('species', 'en', 'aedes-aegypti', 'Yellow fever mosquito', '{"habitat": "Water containers in and around houses", "description": "A day-biting mosquito of African origin that lives close to people, bites them by preference and lays its eggs in household water containers. It is the main urban vector of dengue, Zika, chikungunya and yellow fever viruses.", "distribution": "Tropics and subtropics worldwide", "habitat_preferences": ["Larvae in clean water held by barrels, tanks, flower pots, tyres and discarded vessels", "Adults rest indoors in dark, sheltered places", "Warm climates; eggs withstand several months of drying but not hard frost"], "key_characteristics": ["Lyre-shaped mark of silvery-white scales on the dark thorax", "White bands on the legs, last hind tarsal segment entirely white", "Two patches of white scales on the clypeus of the female"]}', 'aedes aegypti
stegomyia aegypti
culex aegypti
stegomyia fasciata
stegomyia calopus
aedes calopus
aedes argenteus
yellow fever mosquito'),
	('species', 'fr', 'aedes-aegypti', 'Moustique de la fièvre jaune', '{"habitat": "Récipients d’eau dans les habitations et à leurs abords", "description": "Moustique d’origine africaine, actif de jour, qui vit au contact de l’homme, le pique de préférence et pond dans les récipients d’eau domestiques. C’est le principal vecteur urbain des virus de la dengue, du Zika, du chikungunya et de la fièvre jaune.", "distribution": "Régions tropicales et subtropicales du monde entier", "habitat_preferences": ["Larves dans l’eau claire des fûts, citernes, pots de fleurs, pneus et récipients abandonnés", "Adultes au repos à l’intérieur des maisons, dans des endroits sombres et abrités", "Climats chauds ; les œufs supportent plusieurs mois de dessiccation, mais pas les fortes gelées"], "key_characteristics": ["Dessin en forme de lyre d’écailles blanc argenté sur le thorax sombre", "Anneaux blancs sur les pattes, dernier article du tarse postérieur entièrement blanc", "Deux taches d’écailles blanches sur le clypéus de la femelle"]}', 'aedes aegypti
stegomyia aegypti
culex aegypti
stegomyia fasciata
stegomyia calopus
aedes calopus
aedes argenteus
moustique de la fievre jaune'),
	('species', 'en', 'aedes-albopictus', 'Asian tiger mosquito', '{"habitat": "Small containers and tree holes in gardens, suburbs and forest edges", "description": "An aggressive day-biting mosquito from the forests of South-East Asia that has spread to all inhabited continents, mainly with used tyres and ornamental plants. It transmits dengue, chikungunya and Zika viruses, including locally in southern Europe, and carries Dirofilaria worms of dogs.", "distribution": "Asia, the Americas, Africa and Europe, from the tropics to temperate zones", "habitat_preferences": ["Larvae in tyres, saucers, rain barrels, gully pots, bamboo stumps and tree holes", "Adults rest and bite mostly outdoors, in shaded vegetation", "Temperate strains survive winter as diapausing eggs"], "key_characteristics": ["Single white stripe along the middle of the head and thorax", "Black body with white patches on the sides and white bands on the legs", "Last hind tarsal segment entirely white"]}', 'aedes albopictus
stegomyia albopicta
stegomyia albopictus
culex albopictus
stegomyia samarensis
asian tiger mosquito'),
	('species', 'fr', 'aedes-albopictus', 'Moustique tigre', '{"habitat": "Petits récipients et creux d’arbres des jardins, des banlieues et des lisières", "description": "Moustique agressif et diurne, originaire des forêts d’Asie du Sud-Est, qui a gagné tous les continents habités, surtout avec le commerce des pneus usagés et des plantes d’ornement. Il transmet les virus de la dengue, du chikungunya et du Zika, y compris localement dans le sud de l’Europe, ainsi que les dirofilaires du chien.", "distribution": "Asie, Amériques, Afrique et Europe, des tropiques aux zones tempérées", "habitat_preferences": ["Larves dans les pneus, soucoupes, fûts, avaloirs, souches de bambou et creux d’arbres", "Adultes au repos et piquant surtout à l’extérieur, dans la végétation ombragée", "Les souches tempérées passent l’hiver sous forme d’œufs en diapause"], "key_characteristics": ["Une seule ligne blanche au milieu de la tête et du thorax", "Corps noir à taches blanches latérales et pattes annelées de blanc", "Dernier article du tarse postérieur entièrement blanc"]}', 'aedes albopictus
stegomyia albopicta
stegomyia albopictus
culex albopictus
stegomyia samarensis
moustique tigre'),
	('country', 'es', 'aw', 'Aruba', '{}', 'aruba'),
	('country', 'es', 'bb', 'Barbados', '{}', 'barbados'),
	('country', 'es', 'bl', 'San Bartolomé', '{}', 'san bartolome'),
	('country', 'es', 'bv', 'Isla Bouvet', '{}', 'isla bouvet'),
	('country', 'es', 'cc', 'Islas Cocos', '{}', 'islas cocos'),
	('country', 'es', 'cx', 'Isla de Navidad', '{}', 'isla de navidad'),
	('species', 'en', 'anopheles-funestus-group', 'Funestus group', '{"habitat": "", "description": "Closely related species that are hard to tell apart by their looks; only the African members are listed. Some of them are important vectors of malaria, others hardly ever bite people.", "distribution": "Africa south of the Sahara", "habitat_preferences": null, "key_characteristics": null}', 'anopheles funestus group
anopheles funestus s.l.
anopheles funestus complex
funestus group
funestus complex
funestus group'),
	('species', 'fr', 'anopheles-funestus-group', 'Groupe Funestus', '{"habitat": "", "description": "Espèces très proches, difficiles à distinguer par leur aspect ; seuls les membres africains sont cités. Certaines sont d’importants vecteurs du paludisme, d’autres ne piquent presque jamais l’être humain.", "distribution": "Afrique subsaharienne", "habitat_preferences": null, "key_characteristics": null}', 'anopheles funestus group
anopheles funestus s.l.
anopheles funestus complex
funestus group
funestus complex
groupe funestus'),
	('country', 'es', 'gi', 'Gibraltar', '{}', 'gibraltar'),
	('species', 'en', 'culex-coronator', 'Culex coronator', '{"habitat": "Ground pools, ruts, ditches and artificial containers", "description": "A Neotropical mosquito that has spread across the southern United States since the early 2000s. Several viruses, among them West Nile and St. Louis encephalitis viruses, have been found in it, but its part in transmission to people is not established.", "distribution": "Southern United States to Argentina", "habitat_preferences": ["Larvae in sunlit or shaded temporary water, such as wheel ruts, puddles and ditches, also in tyres", "Females feed mainly on mammals and also on birds, outdoors at night", "Warm climates, in rural, woodland and suburban places"], "key_characteristics": ["Narrow pale rings at both ends of the hind tarsal segments", "Brown mosquito with narrow pale basal bands on the abdomen", "Larva with a crown of spines near the tip of the long, slender siphon"]}', 'culex coronator
culex coronator'),
	('species', 'fr', 'culex-coronator', 'Culex coronator', '{"habitat": "Flaques, ornières, fossés et récipients artificiels", "description": "Moustique néotropical qui s’est répandu dans le sud des États-Unis depuis le début des années 2000. Plusieurs virus y ont été trouvés, dont ceux du Nil occidental et de l’encéphalite de Saint-Louis, mais son rôle dans la transmission à l’être humain n’est pas établi.", "distribution": "Du sud des États-Unis à l’Argentine", "habitat_preferences": ["Larves dans l’eau temporaire, au soleil ou à l’ombre, comme les ornières, flaques et fossés, aussi dans les pneus", "Les femelles se nourrissent surtout sur les mammifères et aussi sur les oiseaux, à l’extérieur, la nuit", "Climats chauds, en milieu rural, boisé et périurbain"], "key_characteristics": ["Anneaux clairs étroits aux deux extrémités des articles du tarse postérieur", "Moustique brun à bandes basales claires et étroites sur l’abdomen", "Larve à couronne d’épines près de l’extrémité du siphon, long et fin"]}', 'culex coronator
culex coronator'),
	('species', 'en', 'culex-nigripalpus', 'Culex nigripalpus', '{"habitat": "Flooded grassland, ditches, citrus furrows and damp woodland", "description": "A dark mosquito of the warm Americas that feeds mainly on birds in the dry months and turns more to mammals in the wet summer. It is the main vector of St. Louis encephalitis virus in Florida and transmits West Nile virus there.", "distribution": "South-eastern United States, Caribbean, Central America and much of South America", "habitat_preferences": ["Larvae in ditches, flooded furrows and pastures, swamps, and sometimes containers", "Females rest by day in humid, dense vegetation and bite at night outdoors", "Active after rain in warm, humid weather; egg laying stalls during drought"], "key_characteristics": ["Dark brown mosquito, abdomen with no pale bands or only very narrow ones", "Proboscis and legs without pale rings", "Side of the thorax with few or no patches of pale scales"]}', 'culex nigripalpus
culex nigripalpus'),
	('species', 'fr', 'culex-nigripalpus', 'Culex nigripalpus', '{"habitat": "Prairies inondées, fossés, sillons des vergers d’agrumes et bois humides", "description": "Moustique sombre des régions chaudes d’Amérique, qui se nourrit surtout sur les oiseaux pendant les mois secs et davantage sur les mammifères pendant l’été pluvieux. C’est le principal vecteur du virus de l’encéphalite de Saint-Louis en Floride, où il transmet aussi le virus du Nil occidental.", "distribution": "Sud-est des États-Unis, Caraïbes, Amérique centrale et grande partie de l’Amérique du Sud", "habitat_preferences": ["Larves dans les fossés, sillons et pâturages inondés, marécages et parfois récipients", "Les femelles se reposent le jour dans la végétation dense et humide et piquent la nuit à l’extérieur", "Actif après les pluies par temps chaud et humide ; la ponte s’arrête pendant la sécheresse"], "key_characteristics": ["Moustique brun foncé, à abdomen sans bandes claires ou à bandes très étroites", "Trompe et pattes sans anneaux clairs", "Côtés du thorax avec peu ou pas de taches d’écailles claires"]}', 'culex nigripalpus
culex nigripalpus'),
	('species', 'en', 'culex-pipiens', 'Common house mosquito', '{"habitat": "Stagnant water around houses, drains and flooded cellars", "description": "The most common night-biting mosquito of towns and villages in temperate regions, with a form pipiens that feeds mainly on birds and a form molestus that bites people and breeds in underground water. It is a principal vector of West Nile virus in Europe and North America.", "distribution": "Temperate zones of both hemispheres", "habitat_preferences": ["Larvae in water rich in organic matter, such as rain barrels, ditches, drains, septic tanks and cellars", "Egg rafts laid on the water surface, several generations a year", "Fertilised females overwinter in cellars, caves and sheds; form molestus stays active in heated basements"], "key_characteristics": ["Medium-sized brown mosquito, tip of the abdomen blunt", "Pale, fairly straight bands at the base of the abdominal segments", "Legs and proboscis without pale rings; told from Culex torrentium by the male genitalia or by molecular tests"]}', 'culex pipiens
culex molestus
culex autogenicus
common house mosquito'),
	('species', 'fr', 'culex-pipiens', 'Moustique commun', '{"habitat": "Eaux stagnantes près des habitations, égouts et caves inondées", "description": "Moustique nocturne le plus répandu des villes et villages des régions tempérées, avec une forme pipiens qui se nourrit surtout sur les oiseaux et une forme molestus qui pique l’être humain et se développe dans les eaux souterraines. C’est l’un des principaux vecteurs du virus du Nil occidental en Europe et en Amérique du Nord.", "distribution": "Zones tempérées des deux hémisphères", "habitat_preferences": ["Larves dans une eau riche en matières organiques, comme les fûts d’eau de pluie, fossés, égouts, fosses septiques et caves", "Œufs pondus en radeaux à la surface de l’eau, plusieurs générations par an", "Les femelles fécondées hivernent dans les caves, grottes et abris ; la forme molestus reste active dans les sous-sols chauffés"], "key_characteristics": ["Moustique brun de taille moyenne, à extrémité de l’abdomen arrondie", "Bandes claires, presque droites, à la base des segments abdominaux", "Pattes et trompe sans anneaux clairs ; se distingue de Culex torrentium par les genitalia mâles ou par des tests moléculaires"]}', 'culex pipiens
culex molestus
culex autogenicus
moustique commun'),
	('country', 'es', 'mc', 'Mónaco', '{}', 'monaco'),
	('country', 'es', 'mf', 'San Martín', '{}', 'san martin'),
	('country', 'es', 'ms', 'Montserrat', '{}', 'montserrat'),
	('country', 'es', 'nf', 'Isla Norfolk', '{}', 'isla norfolk'),
	('country', 'es', 'nr', 'Nauru', '{}', 'nauru'),
	('country', 'es', 'sg', 'Singapur', '{}', 'singapur'),
	('species', 'en', 'deinocerites-cancer', 'Crab-hole mosquito', '{"habitat": "Burrows of land crabs along the coast", "description": "Coastal mosquito that breeds and rests in the burrows of land crabs. Females feed mainly on birds and occasionally on mammals; no part in the transmission of human disease is established.", "distribution": "Florida, the Caribbean islands and the coasts of Central America", "habitat_preferences": ["Larvae in the brackish or fresh water at the bottom of crab burrows near mangroves", "Adults rest in the upper part of the burrow by day and leave at night", "Warm coastal lowlands"], "key_characteristics": ["Antennae longer than the proboscis in both sexes", "Plain dull brown body and unbanded legs", "Found in and around crab burrows"]}', 'deinocerites cancer
culex cancer
crab-hole mosquito'),
	('country', 'es', 'sm', 'San Marino', '{}', 'san marino'),
	('species', 'fr', 'deinocerites-cancer', 'Moustique des trous de crabes', '{"habitat": "Terriers de crabes terrestres sur le littoral", "description": "Moustique côtier qui se reproduit et se repose dans les terriers des crabes terrestres. Les femelles se nourrissent surtout sur les oiseaux et parfois sur les mammifères ; aucun rôle dans la transmission de maladies humaines n’est établi.", "distribution": "Floride, îles des Caraïbes et côtes d’Amérique centrale", "habitat_preferences": ["Larves dans l’eau saumâtre ou douce au fond des terriers, près des mangroves", "Adultes au repos le jour dans le haut du terrier, sortant la nuit", "Basses terres côtières chaudes"], "key_characteristics": ["Antennes plus longues que la trompe chez les deux sexes", "Corps brun terne et pattes sans anneaux", "Présent dans les terriers de crabes et à leurs abords"]}', 'deinocerites cancer
culex cancer
moustique des trous de crabes'),
	('country', 'es', 'sx', 'Sint Maarten', '{}', 'sint maarten'),
	('country', 'es', 'tk', 'Tokelau', '{}', 'tokelau'),
	('country', 'es', 'va', 'Ciudad del Vaticano', '{}', 'ciudad del vaticano'),
	('species', 'en', 'sabethes-cyaneus', 'Blue paddle-legged mosquito', '{"habitat": "Tropical forest, with larvae in tree holes and bamboo", "description": "Iridescent blue forest mosquito of tropical America with feather-like paddles of scales on the middle legs of both sexes. It can be infected with yellow fever virus, but its part in transmission appears small.", "distribution": "From Central America and Trinidad to northern Argentina", "habitat_preferences": ["Larvae in tree holes and bamboo internodes, partly predatory on other larvae", "Females bite by day in the forest, both near the ground and in the canopy", "Humid lowland forest with little disturbance"], "key_characteristics": ["Metallic blue to violet body", "Large paddles of long scales on the middle legs", "Long slender proboscis and upturned legs at rest"]}', 'sabethes cyaneus
sabethes locuples
culex cyaneus
blue paddle-legged mosquito'),
	('disease', 'fr', 'malaria', 'Paludisme', '{"pathogen": "Plasmodium falciparum, P. vivax, P. malariae, P. ovale et P. knowlesi", "symptoms": ["Fièvre, souvent par accès avec frissons et sueurs", "Maux de tête et douleurs musculaires", "Nausées, vomissements ou diarrhée", "Anémie et fatigue", "Confusion, convulsions ou gêne respiratoire dans les formes graves"], "treatment": "Un examen sanguin confirme le diagnostic et le traitement doit débuter sans délai ; les combinathérapies à base d’artémisinine sont la référence contre P. falciparum. Les infections à P. vivax et à P. ovale exigent en plus un médicament actif sur les formes dormantes du foie, pour éviter les rechutes.", "prevalence": "L’Organisation mondiale de la Santé a estimé à 263 millions les cas et à 597 000 les décès en 2023, dont environ 95 % des décès dans sa Région africaine (Rapport sur le paludisme dans le monde 2024).", "prevention": "Les moustiquaires imprégnées, la pulvérisation intradomiciliaire, les répulsifs et les vêtements couvrants réduisent les piqûres ; les voyageurs prennent une chimioprophylaxie. Dans les pays à forte transmission, les enfants reçoivent le vaccin RTS,S ou R21.", "description": "Maladie fébrile due à des parasites qui se multiplient d’abord dans le foie, puis dans les globules rouges. L’infection à Plasmodium falciparum peut être mortelle en quelques jours, surtout chez le jeune enfant, la femme enceinte et le voyageur non immunisé.", "transmission": "Les parasites sont transmis par la piqûre d’anophèles femelles, le plus souvent entre le crépuscule et l’aube. Une contamination par transfusion, par partage d’aiguilles ou de la mère à l’enfant est possible mais rare."}', 'paludisme
maladie febrile due a des parasites qui se multiplient d''abord dans le foie, puis dans les globules rouges. l''infection a plasmodium falciparum peut etre mortelle en quelques jours, surtout chez le jeune enfant, la femme enceinte et le voyageur non immunise.'),
	('region', 'ru', 'australia-and-new-zealand', 'Австралазия', '{}', 'австралазия'),
	('region', 'ru', 'caribbean', 'Карибы', '{}', 'карибы'),
	('region', 'ru', 'central-america', 'Центральная Америка', '{}', 'центральная америка'),
	('region', 'ru', 'central-asia', 'Центральная Азия', '{}', 'центральная азия'),
	('region', 'ru', 'eastern-africa', 'Восточная Африка', '{}', 'восточная африка'),
	('region', 'ru', 'eastern-asia', 'Восточная Азия', '{}', 'восточная азия'),
	('species', 'fr', 'sabethes-cyaneus', 'Moustique bleu à palettes', '{"habitat": "Forêt tropicale, larves dans les trous d’arbre et les bambous", "description": "Moustique forestier bleu iridescent d’Amérique tropicale, portant sur les pattes médianes des deux sexes des palettes d’écailles semblables à des plumes. Il peut être infecté par le virus de la fièvre jaune, mais son rôle dans la transmission semble faible.", "distribution": "De l’Amérique centrale et de Trinité au nord de l’Argentine", "habitat_preferences": ["Larves dans les trous d’arbre et les entre-nœuds de bambou, en partie prédatrices d’autres larves", "Femelles piquant le jour en forêt, près du sol comme dans la canopée", "Forêt humide de basse altitude peu perturbée"], "key_characteristics": ["Corps bleu à violet métallique", "Grandes palettes d’écailles longues sur les pattes médianes", "Trompe longue et fine, pattes relevées au repos"]}', 'sabethes cyaneus
sabethes locuples
culex cyaneus
moustique bleu a palettes'),
	('region', 'ru', 'eastern-europe', 'Восточная Европа', '{}', 'восточная европа'),
	('region', 'ru', 'melanesia', 'Меланезия', '{}', 'меланезия'),
	('species', 'en', 'trichoprosopon-digitatum', 'Brooding mosquito', '{"habitat": "Small plant waters in humid forest and cocoa plantations", "description": "Large forest mosquito of tropical America whose female stays over her egg raft until the larvae hatch. Viruses have been isolated from it, but no part in the transmission of human disease is established.", "distribution": "From Central America and Trinidad to southern Brazil", "habitat_preferences": ["Larvae in fallen cocoa pods and fruit husks, bamboo stumps and flower bracts", "Females bite by day near the forest floor", "Warm, humid lowlands"], "key_characteristics": ["Large, dark, with silvery scales on the sides", "Clypeus with numerous setae", "White areas on the tarsi"]}', 'trichoprosopon digitatum
culex digitatus
joblotia digitata
trichoprosopon nivipes
brooding mosquito'),
	('species', 'fr', 'trichoprosopon-digitatum', 'Moustique couveur', '{"habitat": "Petites eaux des plantes en forêt humide et dans les cacaoyères", "description": "Grand moustique forestier d’Amérique tropicale, dont la femelle reste sur son radeau d’œufs jusqu’à l’éclosion des larves. Des virus en ont été isolés, mais aucun rôle dans la transmission de maladies humaines n’est établi.", "distribution": "De l’Amérique centrale et de Trinité au sud du Brésil", "habitat_preferences": ["Larves dans les cabosses de cacao et coques de fruits tombées, souches de bambou et bractées florales", "Femelles piquant le jour près du sol en forêt", "Basses terres chaudes et humides"], "key_characteristics": ["Grand, sombre, à écailles argentées sur les côtés", "Clypéus portant de nombreuses soies", "Zones blanches sur les tarses"]}', 'trichoprosopon digitatum
culex digitatus
joblotia digitata
trichoprosopon nivipes
moustique couveur'),
	('region', 'ru', 'micronesia', 'Микронезия', '{}', 'микронезия'),
	('region', 'ru', 'middle-africa', 'Центральная Африка', '{}', 'центральная африка'),
	('region', 'ru', 'northern-africa', 'Северная Африка', '{}', 'северная африка'),
	('region', 'ru', 'northern-america', 'Североамериканский регион', '{}', 'североамериканскии регион'),
	('region', 'ru', 'northern-europe', 'Северная Европа', '{}', 'северная европа'),
	('region', 'ru', 'polynesia', 'Полинезия', '{}', 'полинезия'),
	('region', 'ru', 'south-america', 'Южная Америка', '{}', 'южная америка'),
	('region', 'ru', 'south-eastern-asia', 'Юго-Восточная Азия', '{}', 'юго-восточная азия'),
	('region', 'ru', 'southern-africa', 'Южная Африка', '{}', 'южная африка'),
	('region', 'ru', 'southern-asia', 'Южная Азия', '{}', 'южная азия'),
	('region', 'ru', 'southern-europe', 'Южная Европа', '{}', 'южная европа'),
	('region', 'ru', 'western-africa', 'Западная Африка', '{}', 'западная африка'),
	('region', 'ru', 'western-asia', 'Западная Азия', '{}', 'западная азия'),
	('region', 'ru', 'western-europe', 'Западная Европа', '{}', 'западная европа'),
	('country', 'ru', 'ai', 'Ангилья', '{}', 'ангилья'),
	('country', 'ru', 'aw', 'Аруба', '{}', 'аруба'),
	('country', 'ru', 'bb', 'Барбадос', '{}', 'барбадос'),
	('disease', 'en', 'dengue-fever', 'Dengue fever', '{"pathogen": "Dengue virus, serotypes 1 to 4 (Flaviviridae)", "symptoms": ["Sudden high fever", "Severe headache and pain behind the eyes", "Muscle, bone and joint pain", "Nausea and vomiting", "Skin rash", "Warning signs such as severe abdominal pain, persistent vomiting and bleeding gums or nose"], "treatment": "There is no specific antiviral; care consists of rest, fluids and paracetamol, while aspirin and ibuprofen are avoided because of the bleeding risk. Severe dengue needs hospital care with careful fluid replacement.", "prevalence": "About half of the world population lives in areas at risk, and an estimated 100 to 400 million infections occur each year (World Health Organization fact sheet, 2024).", "prevention": "Emptying, covering or removing water containers each week, repellents, screens and covering clothing lower the risk. Vaccines are available in some countries for defined age groups.", "description": "An acute viral illness of tropical and subtropical cities, with high fever and severe aches. A second infection with a different serotype raises the risk of severe dengue, in which plasma leaks from the vessels and bleeding or shock may follow.", "transmission": "Aedes mosquitoes, chiefly Aedes aegypti and Aedes albopictus, pass the virus from person to person by biting in the daytime. Transmission from mother to child around birth and by blood transfusion is rare."}', 'dengue fever
an acute viral illness of tropical and subtropical cities, with high fever and severe aches. a second infection with a different serotype raises the risk of severe dengue, in which plasma leaks from the vessels and bleeding or shock may follow.'),
	('disease', 'fr', 'dengue-fever', 'Dengue', '{"pathogen": "Virus de la dengue, sérotypes 1 à 4 (Flaviviridae)", "symptoms": ["Forte fièvre d’apparition brutale", "Maux de tête intenses et douleur derrière les yeux", "Douleurs musculaires, osseuses et articulaires", "Nausées et vomissements", "Éruption cutanée", "Signes d’alerte tels que douleurs abdominales intenses, vomissements persistants et saignements des gencives ou du nez"], "treatment": "Il n’existe pas d’antiviral spécifique ; le traitement repose sur le repos, l’hydratation et le paracétamol, en évitant l’aspirine et l’ibuprofène en raison du risque de saignement. La dengue sévère impose une prise en charge hospitalière avec un remplissage prudent.", "prevalence": "Environ la moitié de la population mondiale vit en zone à risque et l’on estime de 100 à 400 millions le nombre d’infections par an (Organisation mondiale de la Santé, aide-mémoire, 2024).", "prevention": "Vider, couvrir ou retirer chaque semaine les récipients d’eau et utiliser répulsifs, moustiquaires et vêtements couvrants réduit le risque. Des vaccins sont disponibles dans certains pays pour des tranches d’âge définies.", "description": "Maladie virale aiguë des villes tropicales et subtropicales, avec forte fièvre et douleurs intenses. Une seconde infection par un autre sérotype accroît le risque de dengue sévère, marquée par une fuite plasmatique et parfois par des hémorragies ou un choc.", "transmission": "Les moustiques Aedes, surtout Aedes aegypti et Aedes albopictus, transmettent le virus d’une personne à l’autre en piquant le jour. La transmission de la mère à l’enfant autour de la naissance et par transfusion est rare."}', 'dengue
maladie virale aigue des villes tropicales et subtropicales, avec forte fievre et douleurs intenses. une seconde infection par un autre serotype accroit le risque de dengue severe, marquee par une fuite plasmatique et parfois par des hemorragies ou un choc.'),
	('country', 'ru', 'bl', 'Сен-Бартелеми', '{}', 'сен-бартелеми'),
	('country', 'ru', 'bv', 'о-в Буве', '{}', 'о-в буве'),
	('country', 'en', 'gi', 'Gibraltar', '{}', 'gibraltar'),
	('disease', 'en', 'malaria', 'Malaria', '{"pathogen": "Plasmodium falciparum, P. vivax, P. malariae, P. ovale and P. knowlesi", "symptoms": ["Fever, often in attacks with chills and sweating", "Headache and muscle pain", "Nausea, vomiting or diarrhoea", "Anaemia and tiredness", "Confusion, seizures or difficult breathing in severe cases"], "treatment": "A blood test confirms the diagnosis, and treatment should start without delay; artemisinin-based combination therapy is the standard for falciparum malaria. Vivax and ovale malaria also need a medicine against the dormant liver forms to prevent relapses.", "prevalence": "The World Health Organization estimated 263 million cases and 597 000 deaths in 2023, about 95% of the deaths in its African Region (World Malaria Report 2024).", "prevention": "Insecticide-treated nets, indoor residual spraying, repellents and covering clothing reduce bites; travellers take preventive tablets. In countries with high transmission, children receive the RTS,S or R21 vaccine.", "description": "A feverish illness caused by parasites that multiply first in the liver and then in red blood cells. Infection with Plasmodium falciparum can become fatal within days, above all in young children, pregnant women and travellers without immunity.", "transmission": "Female Anopheles mosquitoes pass on the parasites, mostly between dusk and dawn. Infection through blood transfusion, shared needles or from mother to child is possible but uncommon."}', 'malaria
a feverish illness caused by parasites that multiply first in the liver and then in red blood cells. infection with plasmodium falciparum can become fatal within days, above all in young children, pregnant women and travellers without immunity.'),
	('country', 'en', 'mc', 'Monaco', '{}', 'monaco'),
	('country', 'en', 'mf', 'St. Martin', '{}', 'st. martin'),
	('country', 'en', 'ms', 'Montserrat', '{}', 'montserrat'),
	('country', 'en', 'nf', 'Norfolk Island', '{}', 'norfolk island'),
	('country', 'en', 'nr', 'Nauru', '{}', 'nauru'),
	('country', 'en', 'sg', 'Singapore', '{}', 'singapore'),
	('country', 'en', 'sm', 'San Marino', '{}', 'san marino'),
	('country', 'en', 'sx', 'Sint Maarten', '{}', 'sint maarten'),
	('disease', 'en', 'west-nile-fever', 'West Nile fever', '{"pathogen": "West Nile virus (Flaviviridae)", "symptoms": ["Fever and headache", "Muscle pain and fatigue", "Skin rash", "Swollen lymph nodes", "Stiff neck, confusion or tremor when the brain is affected", "Muscle weakness or paralysis"], "treatment": "There is no specific antiviral; mild illness needs rest, fluids and pain relief. Neuroinvasive disease is treated in hospital, and recovery can take months.", "prevalence": "The virus is the leading cause of mosquito-borne disease in the continental United States, and outbreaks occur every year in southern and eastern Europe. In the European season of 2018 more than 2000 human cases were reported (European Centre for Disease Prevention and Control).", "prevention": "Repellents, covering clothing and screens protect from bites, especially from dusk to dawn, and removal of standing water reduces Culex breeding. Vaccines exist for horses but not for people.", "description": "A viral infection of birds that mosquitoes pass to people and horses in late summer and autumn. About 80% of infected people have no symptoms, and about 1 in 150 develops meningitis, encephalitis or paralysis, mostly at older age.", "transmission": "Culex mosquitoes acquire the virus from birds and pass it to people and horses, which do not infect further mosquitoes. Blood transfusion and organ transplantation are rare routes."}', 'west nile fever
a viral infection of birds that mosquitoes pass to people and horses in late summer and autumn. about 80% of infected people have no symptoms, and about 1 in 150 develops meningitis, encephalitis or paralysis, mostly at older age.'),
	('country', 'en', 'tk', 'Tokelau', '{}', 'tokelau'),
	('disease', 'fr', 'west-nile-fever', 'Fièvre du Nil occidental', '{"pathogen": "Virus du Nil occidental (Flaviviridae)", "symptoms": ["Fièvre et maux de tête", "Douleurs musculaires et fatigue", "Éruption cutanée", "Ganglions gonflés", "Raideur de la nuque, confusion ou tremblements en cas d’atteinte cérébrale", "Faiblesse musculaire ou paralysie"], "treatment": "Il n’existe pas d’antiviral spécifique ; les formes bénignes relèvent du repos, de l’hydratation et d’antalgiques. Les formes neuro-invasives sont traitées à l’hôpital et la récupération peut prendre des mois.", "prevalence": "Ce virus est la première cause de maladie transmise par les moustiques aux États-Unis continentaux, et des foyers surviennent chaque année en Europe du Sud et de l’Est. Plus de 2000 cas humains ont été déclarés durant la saison européenne 2018 (Centre européen de prévention et de contrôle des maladies).", "prevention": "Répulsifs, vêtements couvrants et moustiquaires protègent des piqûres, surtout du crépuscule à l’aube, et l’élimination des eaux stagnantes limite la reproduction des Culex. Il existe des vaccins pour les chevaux, mais pas pour l’homme.", "description": "Infection virale des oiseaux que les moustiques transmettent à l’homme et au cheval en fin d’été et en automne. Environ 80 % des personnes infectées n’ont aucun symptôme et près d’une sur 150 développe une méningite, une encéphalite ou une paralysie, surtout à un âge avancé.", "transmission": "Les moustiques Culex s’infectent sur les oiseaux et transmettent le virus à l’homme et au cheval, qui n’infectent pas d’autres moustiques. La transfusion sanguine et la greffe d’organe sont des voies rares."}', 'fievre du nil occidental
infection virale des oiseaux que les moustiques transmettent a l''homme et au cheval en fin d''ete et en automne. environ 80 % des personnes infectees n''ont aucun symptome et pres d''une sur 150 developpe une meningite, une encephalite ou une paralysie, surtout a un age avance.'),
	('country', 'en', 'va', 'Vatican City', '{}', 'vatican city'),
	('region', 'es', 'australia-and-new-zealand', 'Australasia', '{}', 'australasia'),
	('region', 'es', 'caribbean', 'Caribe', '{}', 'caribe'),
	('region', 'es', 'central-america', 'Centroamérica', '{}', 'centroamerica'),
	('region', 'es', 'central-asia', 'Asia central', '{}', 'asia central'),
	('region', 'es', 'eastern-africa', 'África oriental', '{}', 'africa oriental'),
	('region', 'es', 'eastern-asia', 'Asia oriental', '{}', 'asia oriental'),
	('region', 'es', 'eastern-europe', 'Europa oriental', '{}', 'europa oriental'),
	('region', 'es', 'melanesia', 'Melanesia', '{}', 'melanesia'),
	('region', 'es', 'micronesia', 'Región de Micronesia', '{}', 'region de micronesia'),
	('region', 'es', 'middle-africa', 'África central', '{}', 'africa central'),
	('region', 'es', 'northern-africa', 'África septentrional', '{}', 'africa septentrional'),
	('region', 'es', 'northern-america', 'Norteamérica', '{}', 'norteamerica'),
	('region', 'es', 'northern-europe', 'Europa septentrional', '{}', 'europa septentrional'),
	('region', 'es', 'polynesia', 'Polinesia', '{}', 'polinesia'),
	('region', 'es', 'south-america', 'Sudamérica', '{}', 'sudamerica'),
	('region', 'es', 'south-eastern-asia', 'Sudeste asiático', '{}', 'sudeste asiatico'),
	('region', 'es', 'southern-africa', 'África meridional', '{}', 'africa meridional'),
	('region', 'es', 'southern-asia', 'Asia meridional', '{}', 'asia meridional'),
	('region', 'es', 'southern-europe', 'Europa meridional', '{}', 'europa meridional'),
	('region', 'es', 'western-africa', 'África occidental', '{}', 'africa occidental'),
	('region', 'es', 'western-asia', 'Asia occidental', '{}', 'asia occidental');
INSERT INTO public.translations VALUES
	('region', 'es', 'western-europe', 'Europa occidental', '{}', 'europa occidental'),
	('country', 'es', 'ai', 'Anguila', '{}', 'anguila'),
	('region', 'en', 'australia-and-new-zealand', 'Australasia', '{}', 'australasia'),
	('region', 'en', 'caribbean', 'Caribbean', '{}', 'caribbean'),
	('region', 'en', 'central-america', 'Central America', '{}', 'central america'),
	('region', 'en', 'central-asia', 'Central Asia', '{}', 'central asia'),
	('region', 'en', 'eastern-africa', 'Eastern Africa', '{}', 'eastern africa'),
	('region', 'en', 'eastern-asia', 'Eastern Asia', '{}', 'eastern asia'),
	('region', 'en', 'eastern-europe', 'Eastern Europe', '{}', 'eastern europe'),
	('region', 'en', 'melanesia', 'Melanesia', '{}', 'melanesia'),
	('region', 'en', 'micronesia', 'Micronesian Region', '{}', 'micronesian region'),
	('region', 'en', 'middle-africa', 'Middle Africa', '{}', 'middle africa'),
	('region', 'en', 'northern-africa', 'Northern Africa', '{}', 'northern africa'),
	('region', 'en', 'northern-america', 'Northern America', '{}', 'northern america'),
	('region', 'en', 'northern-europe', 'Northern Europe', '{}', 'northern europe'),
	('region', 'en', 'polynesia', 'Polynesia', '{}', 'polynesia'),
	('region', 'en', 'south-america', 'South America', '{}', 'south america'),
	('region', 'en', 'south-eastern-asia', 'Southeast Asia', '{}', 'southeast asia'),
	('region', 'en', 'southern-africa', 'Southern Africa', '{}', 'southern africa'),
	('region', 'en', 'southern-asia', 'Southern Asia', '{}', 'southern asia'),
	('region', 'en', 'southern-europe', 'Southern Europe', '{}', 'southern europe'),
	('region', 'en', 'western-africa', 'Western Africa', '{}', 'western africa'),
	('region', 'en', 'western-asia', 'Western Asia', '{}', 'western asia'),
	('region', 'en', 'western-europe', 'Western Europe', '{}', 'western europe'),
	('country', 'en', 'ai', 'Anguilla', '{}', 'anguilla'),
	('country', 'en', 'aw', 'Aruba', '{}', 'aruba'),
	('country', 'en', 'bb', 'Barbados', '{}', 'barbados'),
	('country', 'en', 'bl', 'St. Barthélemy', '{}', 'st. barthelemy'),
	('country', 'en', 'bv', 'Bouvet Island', '{}', 'bouvet island'),
	('country', 'en', 'cc', 'Cocos (Keeling) Islands', '{}', 'cocos (keeling) islands'),
	('country', 'en', 'cx', 'Christmas Island', '{}', 'christmas island'),
	('country', 'ru', 'cc', 'Кокосовые о-ва', '{}', 'кокосовые о-ва'),
	('country', 'ru', 'cx', 'о-в Рождества', '{}', 'о-в рождества'),
	('country', 'ru', 'gi', 'Гибралтар', '{}', 'гибралтар'),
	('country', 'ru', 'mc', 'Монако', '{}', 'монако'),
	('country', 'ru', 'mf', 'Сен-Мартен', '{}', 'сен-мартен'),
	('country', 'ru', 'ms', 'Монтсеррат', '{}', 'монтсеррат'),
	('country', 'ru', 'nf', 'о-в Норфолк', '{}', 'о-в норфолк'),
	('country', 'ru', 'nr', 'Науру', '{}', 'науру'),
	('country', 'ru', 'sg', 'Сингапур', '{}', 'сингапур'),
	('country', 'ru', 'sm', 'Сан-Марино', '{}', 'сан-марино'),
	('country', 'ru', 'sx', 'Синт-Мартен', '{}', 'синт-мартен'),
	('country', 'ru', 'tk', 'Токелау', '{}', 'токелау'),
	('country', 'ru', 'va', 'Ватикан', '{}', 'ватикан'),
	('region', 'fr', 'australia-and-new-zealand', 'Australasie', '{}', 'australasie'),
	('region', 'fr', 'caribbean', 'Caraïbes', '{}', 'caraibes'),
	('region', 'fr', 'central-america', 'Amérique centrale', '{}', 'amerique centrale'),
	('region', 'fr', 'central-asia', 'Asie centrale', '{}', 'asie centrale'),
	('region', 'fr', 'eastern-africa', 'Afrique orientale', '{}', 'afrique orientale'),
	('region', 'fr', 'eastern-asia', 'Asie orientale', '{}', 'asie orientale'),
	('region', 'fr', 'eastern-europe', 'Europe de l’Est', '{}', 'europe de l''est'),
	('region', 'fr', 'melanesia', 'Mélanésie', '{}', 'melanesie'),
	('region', 'fr', 'micronesia', 'région micronésienne', '{}', 'region micronesienne'),
	('region', 'fr', 'middle-africa', 'Afrique centrale', '{}', 'afrique centrale'),
	('region', 'fr', 'northern-africa', 'Afrique septentrionale', '{}', 'afrique septentrionale'),
	('region', 'fr', 'northern-america', 'Amérique septentrionale', '{}', 'amerique septentrionale'),
	('region', 'fr', 'northern-europe', 'Europe septentrionale', '{}', 'europe septentrionale'),
	('region', 'fr', 'polynesia', 'Polynésie', '{}', 'polynesie'),
	('region', 'fr', 'south-america', 'Amérique du Sud', '{}', 'amerique du sud'),
	('region', 'fr', 'south-eastern-asia', 'Asie du Sud-Est', '{}', 'asie du sud-est'),
	('region', 'fr', 'southern-africa', 'Afrique australe', '{}', 'afrique australe'),
	('region', 'fr', 'southern-asia', 'Asie du Sud', '{}', 'asie du sud'),
	('region', 'fr', 'southern-europe', 'Europe méridionale', '{}', 'europe meridionale'),
	('region', 'fr', 'western-africa', 'Afrique occidentale', '{}', 'afrique occidentale'),
	('region', 'fr', 'western-asia', 'Asie occidentale', '{}', 'asie occidentale'),
	('region', 'fr', 'western-europe', 'Europe occidentale', '{}', 'europe occidentale'),
	('country', 'fr', 'ai', 'Anguilla', '{}', 'anguilla'),
	('country', 'fr', 'aw', 'Aruba', '{}', 'aruba'),
	('country', 'fr', 'bb', 'Barbade', '{}', 'barbade'),
	('country', 'fr', 'bl', 'Saint-Barthélemy', '{}', 'saint-barthelemy'),
	('country', 'fr', 'bv', 'Île Bouvet', '{}', 'ile bouvet'),
	('country', 'fr', 'cc', 'Îles Cocos', '{}', 'iles cocos'),
	('country', 'fr', 'cx', 'Île Christmas', '{}', 'ile christmas'),
	('country', 'fr', 'gi', 'Gibraltar', '{}', 'gibraltar'),
	('country', 'fr', 'mc', 'Monaco', '{}', 'monaco'),
	('country', 'fr', 'mf', 'Saint-Martin', '{}', 'saint-martin'),
	('country', 'fr', 'ms', 'Montserrat', '{}', 'montserrat'),
	('country', 'fr', 'nf', 'Île Norfolk', '{}', 'ile norfolk'),
	('country', 'fr', 'nr', 'Nauru', '{}', 'nauru'),
	('country', 'fr', 'sg', 'Singapour', '{}', 'singapour'),
	('country', 'fr', 'sm', 'Saint-Marin', '{}', 'saint-marin'),
	('country', 'fr', 'sx', 'Saint-Martin (partie néerlandaise)', '{}', 'saint-martin (partie neerlandaise)'),
	('country', 'fr', 'tk', 'Tokélaou', '{}', 'tokelaou'),
	('country', 'fr', 'va', 'État de la Cité du Vatican', '{}', 'etat de la cite du vatican'),
	('region', 'pt', 'australia-and-new-zealand', 'Australásia', '{}', 'australasia'),
	('region', 'pt', 'caribbean', 'Caribe', '{}', 'caribe'),
	('region', 'pt', 'central-america', 'América Central', '{}', 'america central'),
	('region', 'pt', 'central-asia', 'Ásia Central', '{}', 'asia central'),
	('region', 'pt', 'eastern-africa', 'África Oriental', '{}', 'africa oriental'),
	('region', 'pt', 'eastern-asia', 'Ásia Oriental', '{}', 'asia oriental'),
	('region', 'pt', 'eastern-europe', 'Europa Oriental', '{}', 'europa oriental'),
	('region', 'pt', 'melanesia', 'Melanésia', '{}', 'melanesia'),
	('region', 'pt', 'micronesia', 'Região da Micronésia', '{}', 'regiao da micronesia'),
	('region', 'pt', 'middle-africa', 'África Central', '{}', 'africa central'),
	('region', 'pt', 'northern-africa', 'África do Norte', '{}', 'africa do norte'),
	('region', 'pt', 'northern-america', 'América Setentrional', '{}', 'america setentrional'),
	('region', 'pt', 'northern-europe', 'Europa Setentrional', '{}', 'europa setentrional'),
	('region', 'pt', 'polynesia', 'Polinésia', '{}', 'polinesia'),
	('region', 'pt', 'south-america', 'América do Sul', '{}', 'america do sul'),
	('region', 'pt', 'south-eastern-asia', 'Sudeste Asiático', '{}', 'sudeste asiatico');
INSERT INTO public.translations VALUES
	('region', 'pt', 'southern-africa', 'África Meridional', '{}', 'africa meridional'),
	('region', 'pt', 'southern-asia', 'Ásia Meridional', '{}', 'asia meridional'),
	('region', 'pt', 'southern-europe', 'Europa Meridional', '{}', 'europa meridional'),
	('region', 'pt', 'western-africa', 'África Ocidental', '{}', 'africa ocidental'),
	('region', 'pt', 'western-asia', 'Ásia Ocidental', '{}', 'asia ocidental'),
	('region', 'pt', 'western-europe', 'Europa Ocidental', '{}', 'europa ocidental'),
	('country', 'pt', 'ai', 'Anguilla', '{}', 'anguilla'),
	('country', 'pt', 'aw', 'Aruba', '{}', 'aruba'),
	('country', 'pt', 'bb', 'Barbados', '{}', 'barbados'),
	('country', 'pt', 'bl', 'São Bartolomeu', '{}', 'sao bartolomeu'),
	('country', 'pt', 'bv', 'Ilha Bouvet', '{}', 'ilha bouvet'),
	('country', 'pt', 'cc', 'Ilhas Cocos (Keeling)', '{}', 'ilhas cocos (keeling)'),
	('country', 'pt', 'cx', 'Ilha Christmas', '{}', 'ilha christmas'),
	('country', 'pt', 'gi', 'Gibraltar', '{}', 'gibraltar'),
	('country', 'pt', 'mc', 'Mônaco', '{}', 'monaco'),
	('country', 'pt', 'mf', 'São Martinho', '{}', 'sao martinho'),
	('country', 'pt', 'ms', 'Montserrat', '{}', 'montserrat'),
	('country', 'pt', 'nf', 'Ilha Norfolk', '{}', 'ilha norfolk'),
	('country', 'pt', 'nr', 'Nauru', '{}', 'nauru'),
	('country', 'pt', 'sg', 'Singapura', '{}', 'singapura'),
	('country', 'pt', 'sm', 'San Marino', '{}', 'san marino'),
	('country', 'pt', 'sx', 'Sint Maarten', '{}', 'sint maarten'),
	('country', 'pt', 'tk', 'Tokelau', '{}', 'tokelau'),
	('country', 'pt', 'va', 'Cidade do Vaticano', '{}', 'cidade do vaticano');

SELECT pg_catalog.setval('public.data_sources_key_seq', 3, true);

SELECT pg_catalog.setval('public.taxa_key_seq', 134, true);

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alert_evaluation
    ADD CONSTRAINT alert_evaluation_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_rule_id_key_key UNIQUE (rule_id, key);

ALTER TABLE ONLY public.areas
    ADD CONSTRAINT areas_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.catalog_version
    ADD CONSTRAINT catalog_version_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_iso_a2_key UNIQUE (iso_a2);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_iso_a3_key UNIQUE (iso_a3);

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_dataset_id_key UNIQUE (dataset_id);

ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_id_key UNIQUE (id);

ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.disease_regions
    ADD CONSTRAINT disease_regions_pkey PRIMARY KEY (disease_id, region_id);

ALTER TABLE ONLY public.disease_vectors
    ADD CONSTRAINT disease_vectors_disease_id_rank_key UNIQUE (disease_id, rank);

ALTER TABLE ONLY public.disease_vectors
    ADD CONSTRAINT disease_vectors_pkey PRIMARY KEY (disease_id, taxon_key);

ALTER TABLE ONLY public.diseases
    ADD CONSTRAINT diseases_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.event_requests
    ADD CONSTRAINT event_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.gis_counted
    ADD CONSTRAINT gis_counted_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.observation_areas
    ADD CONSTRAINT observation_areas_pkey PRIMARY KEY (area);

ALTER TABLE ONLY public.observation_epoch
    ADD CONSTRAINT observation_epoch_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.observation_requests
    ADD CONSTRAINT observation_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.observation_touches
    ADD CONSTRAINT observation_touches_pkey PRIMARY KEY (xid, area);

ALTER TABLE public.observations
    ADD CONSTRAINT observations_day_limit CHECK (((observed_at < '2400-01-01 00:00:00+00'::timestamp with time zone) AND ((observed_until IS NULL) OR (observed_until < '2400-01-01'::date)))) NOT VALID;

ALTER TABLE ONLY public.observations
    ADD CONSTRAINT observations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pool_requests
    ADD CONSTRAINT pool_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pools_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pools_test UNIQUE (data_source_key, pool_id, pathogen);

ALTER TABLE ONLY public.predictions
    ADD CONSTRAINT predictions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.regions
    ADD CONSTRAINT regions_m49_key UNIQUE (m49);

ALTER TABLE ONLY public.regions
    ADD CONSTRAINT regions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.sampling_events
    ADD CONSTRAINT sampling_events_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.species_members
    ADD CONSTRAINT species_members_pkey PRIMARY KEY (taxon_key, slug);

ALTER TABLE ONLY public.species
    ADD CONSTRAINT species_pkey PRIMARY KEY (taxon_key);

ALTER TABLE ONLY public.species_regions
    ADD CONSTRAINT species_regions_pkey PRIMARY KEY (taxon_key, region_id);

ALTER TABLE ONLY public.taxa
    ADD CONSTRAINT taxa_id_key UNIQUE (id);

ALTER TABLE ONLY public.taxa
    ADD CONSTRAINT taxa_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.taxa
    ADD CONSTRAINT taxa_scientific_name_key UNIQUE (scientific_name);

ALTER TABLE ONLY public.taxon_names
    ADD CONSTRAINT taxon_names_pkey PRIMARY KEY (slug);

ALTER TABLE ONLY public.translations
    ADD CONSTRAINT translations_pkey PRIMARY KEY (kind, lang, id);

CREATE INDEX absences_data_source ON public.absences USING btree (data_source_key);

CREATE INDEX absences_event ON public.absences USING hash (event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX absences_geom ON public.absences USING gist (geom);

CREATE INDEX absences_occurrence_id ON public.absences USING hash (occurrence_id) WHERE (occurrence_id IS NOT NULL);

CREATE INDEX absences_taxon ON public.absences USING btree (taxon_key);

CREATE INDEX absences_time ON public.absences USING btree (observed_at DESC, id);

CREATE INDEX alert_rules_area ON public.alert_rules USING btree (area_id) WHERE (area_id IS NOT NULL);

CREATE INDEX alert_rules_area_set ON public.alert_rules USING btree (area_set) WHERE (area_set IS NOT NULL);

CREATE INDEX alerts_raised ON public.alerts USING btree (raised_at DESC, id);

CREATE INDEX alerts_rule ON public.alerts USING btree (rule_id, raised_at DESC, id);

CREATE INDEX alerts_unsent ON public.alerts USING btree (rule_id, raised_at) WHERE ((sent_at IS NULL) AND (NOT historical));

CREATE INDEX areas_geom ON public.areas USING gist (geom) WHERE (set IS NOT NULL);

CREATE INDEX areas_set ON public.areas USING btree (set, id) WHERE (set IS NOT NULL);

CREATE INDEX areas_used ON public.areas USING btree (used_at, id) WHERE (set IS NULL);

CREATE INDEX countries_shape ON public.countries USING gist (shape);

CREATE INDEX country_pieces_country ON public.country_pieces USING btree (country_id);

CREATE INDEX country_pieces_shape ON public.country_pieces USING gist (shape);

CREATE INDEX disease_vectors_taxon ON public.disease_vectors USING btree (taxon_key);

CREATE INDEX event_changes_xid ON public.event_changes USING btree (xid);

CREATE INDEX observation_changes_xid ON public.observation_changes USING btree (xid);

CREATE UNIQUE INDEX observation_sums_key ON public.observation_sums USING btree (west, south, country_id, region_id, taxon_key);

CREATE INDEX observations_accuracy ON public.observations USING btree (location_accuracy_m);

CREATE INDEX observations_country ON public.observations USING btree (country_id, observed_at DESC);

CREATE INDEX observations_data_source ON public.observations USING btree (data_source_key, observed_at DESC);

CREATE INDEX observations_event ON public.observations USING hash (event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX observations_flags ON public.observations USING btree (flags) WHERE (flags <> 0);

CREATE INDEX observations_geom ON public.observations USING gist (geom);

CREATE INDEX observations_life_stage ON public.observations USING btree (lower(life_stage)) WHERE (life_stage IS NOT NULL);

CREATE INDEX observations_months ON public.observations USING btree (months, observed_at DESC);

CREATE INDEX observations_occurrence_id ON public.observations USING hash (occurrence_id) WHERE (occurrence_id IS NOT NULL);

CREATE INDEX observations_prediction ON public.observations USING btree (prediction_id) WHERE (prediction_id IS NOT NULL);

CREATE INDEX observations_qualifier ON public.observations USING btree (observed_at DESC) WHERE (identification_qualifier IS NOT NULL);

CREATE INDEX observations_region ON public.observations USING btree (region_id, observed_at DESC);

CREATE INDEX observations_sampling_protocol ON public.observations USING btree (lower(sampling_protocol)) WHERE (sampling_protocol IS NOT NULL);

CREATE INDEX observations_sex ON public.observations USING btree (lower(sex)) WHERE (sex IS NOT NULL);

CREATE INDEX observations_status ON public.observations USING btree (status) WHERE (status <> 'unverified'::text);

CREATE INDEX observations_taxon ON public.observations USING btree (taxon_key, observed_at DESC);

CREATE INDEX observations_time ON public.observations USING btree (observed_at DESC, id);

CREATE INDEX observations_until ON public.observations USING btree (observed_until) WHERE (observed_until IS NOT NULL);

CREATE INDEX observations_user ON public.observations USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX pools_country ON public.pools USING btree (country_id, ended_at DESC);

CREATE INDEX pools_disease ON public.pools USING btree (disease_id);

CREATE INDEX pools_event ON public.pools USING btree (data_source_key, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX pools_geom ON public.pools USING gist (geom);

CREATE INDEX pools_pathogen ON public.pools USING btree (lower(pathogen), ended_at DESC);

CREATE INDEX pools_taxon ON public.pools USING btree (taxon_key, ended_at DESC);

CREATE INDEX pools_time ON public.pools USING btree (ended_at DESC, id);

CREATE UNIQUE INDEX region_shapes_key ON public.region_shapes USING btree (region_id);

CREATE INDEX region_shapes_shape ON public.region_shapes USING gist (shape);

CREATE INDEX sampling_events_country ON public.sampling_events USING btree (country_id, ended_at DESC);

CREATE INDEX sampling_events_event ON public.sampling_events USING btree (data_source_key, event_id);

CREATE INDEX sampling_events_geom ON public.sampling_events USING gist (geom);

CREATE INDEX sampling_events_targets ON public.sampling_events USING btree (hash_array_extended(target_taxa, (0)::bigint)) WHERE (target_taxa <> '{}'::text[]);

CREATE INDEX sampling_events_time ON public.sampling_events USING btree (ended_at DESC, id);

CREATE INDEX sites_geom ON public.sites USING gist (geom);

CREATE UNIQUE INDEX sites_id ON public.sites USING btree (id);

CREATE INDEX sites_last_day ON public.sites USING btree (last_day DESC, id);

CREATE INDEX species_regions_region ON public.species_regions USING btree (region_id);

CREATE UNIQUE INDEX taxon_names_one_accepted ON public.taxon_names USING btree (taxon_key) WHERE accepted;

CREATE INDEX taxon_names_taxon ON public.taxon_names USING btree (taxon_key);

CREATE STATISTICS public.observations_words ON lower(life_stage), lower(sex), lower(sampling_protocol) FROM public.observations;

CREATE TRIGGER areas_changed AFTER UPDATE OF id, geom ON public.areas FOR EACH ROW WHEN ((old.set IS NOT NULL)) EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER areas_deleted AFTER DELETE ON public.areas FOR EACH ROW WHEN ((old.set IS NOT NULL)) EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER countries_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.countries FOR EACH STATEMENT EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER data_sources_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.data_sources FOR EACH STATEMENT EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER observations_deleted AFTER DELETE ON public.observations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_changes('false');

CREATE TRIGGER observations_inserted AFTER INSERT ON public.observations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_changes('true');

CREATE TRIGGER observations_truncated AFTER TRUNCATE ON public.observations FOR EACH STATEMENT EXECUTE FUNCTION public.log_truncated();

CREATE TRIGGER observations_updated_from AFTER UPDATE ON public.observations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_changes('false');

CREATE TRIGGER observations_updated_to AFTER UPDATE ON public.observations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_changes('true');

CREATE TRIGGER pools_deleted AFTER DELETE ON public.pools REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_pool_changes();

CREATE TRIGGER pools_inserted AFTER INSERT ON public.pools REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_pool_changes();

CREATE TRIGGER pools_truncated AFTER TRUNCATE ON public.pools FOR EACH STATEMENT EXECUTE FUNCTION public.log_truncated();

CREATE TRIGGER pools_updated AFTER UPDATE ON public.pools REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_pool_changes();

CREATE TRIGGER sampling_events_deleted AFTER DELETE ON public.sampling_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_event_changes();

CREATE TRIGGER sampling_events_inserted AFTER INSERT ON public.sampling_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_event_changes();

CREATE TRIGGER sampling_events_truncated AFTER TRUNCATE ON public.sampling_events FOR EACH STATEMENT EXECUTE FUNCTION public.log_truncated();

CREATE TRIGGER sampling_events_updated AFTER UPDATE ON public.sampling_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.log_event_changes();

CREATE TRIGGER species_members_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.species_members FOR EACH STATEMENT EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER species_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.species FOR EACH STATEMENT EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER taxa_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.taxa FOR EACH STATEMENT EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER taxon_names_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.taxon_names FOR EACH STATEMENT EXECUTE FUNCTION public.notify_lookups();

CREATE TRIGGER translations_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.translations FOR EACH STATEMENT EXECUTE FUNCTION public.notify_lookups();

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_data_source_key_fkey FOREIGN KEY (data_source_key) REFERENCES public.data_sources(key);

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_region_id_fkey FOREIGN KEY (region_id) REFERENCES public.regions(id);

ALTER TABLE ONLY public.absences
    ADD CONSTRAINT absences_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.taxa(key);

ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_area_id_fkey FOREIGN KEY (area_id) REFERENCES public.areas(id);

ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES public.alert_rules(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.countries
    ADD CONSTRAINT countries_region_id_fkey FOREIGN KEY (region_id) REFERENCES public.regions(id);

ALTER TABLE ONLY public.country_pieces
    ADD CONSTRAINT country_pieces_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.disease_regions
    ADD CONSTRAINT disease_regions_disease_id_fkey FOREIGN KEY (disease_id) REFERENCES public.diseases(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.disease_regions
    ADD CONSTRAINT disease_regions_region_id_fkey FOREIGN KEY (region_id) REFERENCES public.regions(id);

ALTER TABLE ONLY public.disease_vectors
    ADD CONSTRAINT disease_vectors_disease_id_fkey FOREIGN KEY (disease_id) REFERENCES public.diseases(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.disease_vectors
    ADD CONSTRAINT disease_vectors_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.species(taxon_key) ON DELETE CASCADE;

ALTER TABLE ONLY public.event_requests
    ADD CONSTRAINT event_requests_id_fkey FOREIGN KEY (id) REFERENCES public.sampling_events(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.observation_requests
    ADD CONSTRAINT observation_requests_id_fkey FOREIGN KEY (id) REFERENCES public.observations(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.observations
    ADD CONSTRAINT observations_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.observations
    ADD CONSTRAINT observations_data_source_key_fkey FOREIGN KEY (data_source_key) REFERENCES public.data_sources(key);

ALTER TABLE ONLY public.observations
    ADD CONSTRAINT observations_region_id_fkey FOREIGN KEY (region_id) REFERENCES public.regions(id);

ALTER TABLE ONLY public.observations
    ADD CONSTRAINT observations_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.taxa(key);

ALTER TABLE ONLY public.pool_requests
    ADD CONSTRAINT pool_requests_id_fkey FOREIGN KEY (id) REFERENCES public.pools(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pools_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pools_data_source_key_fkey FOREIGN KEY (data_source_key) REFERENCES public.data_sources(key);

ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pools_disease_id_fkey FOREIGN KEY (disease_id) REFERENCES public.diseases(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pools_region_id_fkey FOREIGN KEY (region_id) REFERENCES public.regions(id);

ALTER TABLE ONLY public.pools
    ADD CONSTRAINT pools_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.taxa(key);

ALTER TABLE ONLY public.sampling_events
    ADD CONSTRAINT sampling_events_country_id_fkey FOREIGN KEY (country_id) REFERENCES public.countries(id);

ALTER TABLE ONLY public.sampling_events
    ADD CONSTRAINT sampling_events_data_source_key_fkey FOREIGN KEY (data_source_key) REFERENCES public.data_sources(key);

ALTER TABLE ONLY public.sampling_events
    ADD CONSTRAINT sampling_events_region_id_fkey FOREIGN KEY (region_id) REFERENCES public.regions(id);

ALTER TABLE ONLY public.species_members
    ADD CONSTRAINT species_members_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.species(taxon_key) ON DELETE CASCADE;

ALTER TABLE ONLY public.species_regions
    ADD CONSTRAINT species_regions_region_id_fkey FOREIGN KEY (region_id) REFERENCES public.regions(id);

ALTER TABLE ONLY public.species_regions
    ADD CONSTRAINT species_regions_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.species(taxon_key) ON DELETE CASCADE;

ALTER TABLE ONLY public.species
    ADD CONSTRAINT species_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.taxa(key);

ALTER TABLE ONLY public.taxon_names
    ADD CONSTRAINT taxon_names_taxon_key_fkey FOREIGN KEY (taxon_key) REFERENCES public.taxa(key) ON DELETE CASCADE;

REFRESH MATERIALIZED VIEW public.observation_sums;

REFRESH MATERIALIZED VIEW public.region_shapes;

REFRESH MATERIALIZED VIEW public.sites;

