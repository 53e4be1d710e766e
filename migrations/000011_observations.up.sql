-- The records: observations, absences beside them, the data sources that they came from, and predictions that they cite.

create table data_sources (
    key         integer generated always as identity primary key,
    id          slug not null unique,
    name        text not null check (length(name) between 1 and 500),
    licence     text,
    citation    text,
    url         text,
    synthetic   boolean not null default false,
    imported_at timestamptz
);
create trigger data_sources_notify after insert or update or delete or truncate on data_sources
    for each statement execute function notify_lookups();

-- The months (bit 0 is January) that the days from first to last touch.
create function months_mask(first date, last date) returns smallint
    language sql immutable parallel safe
return (case
    when last = first then 1 << (extract(month from first)::int - 1)
    when last - first >= 365 then 4095
    -- As many ones as months are touched, moved to the first month; what runs past December comes in again at January.
    else ((((1 << (((extract(year from last) - extract(year from first)) * 12 + extract(month from last)
                    - extract(month from first))::int + 1)) - 1) << (extract(month from first)::int - 1)) & 4095)
         | ((((1 << (((extract(year from last) - extract(year from first)) * 12 + extract(month from last)
                    - extract(month from first))::int + 1)) - 1) << (extract(month from first)::int - 1)) >> 12)
end & 4095)::smallint;

-- Web Mercator (EPSG:3857) as whole numbers: the world's square is 2^32 units wide and high, 0 is its centre, x grows to
-- the east and y to the south, so that a tile or a cell of any zoom is what is left after shifting bits away. A unit is
-- 0.93 cm at the equator. Latitudes beyond the square (85.05 degrees) lie on its edge.
create function mercator_x(place geometry) returns integer
    language sql immutable parallel safe
return (least(floor((ST_X(place) + 180) / 360 * 4294967296), 4294967295) - 2147483648)::integer;

create function mercator_y(place geometry) returns integer
    language sql immutable parallel safe
return (least(greatest(floor(
    (0.5 - ln(tan(pi() / 4 + radians(least(greatest(ST_Y(place), -85.1), 85.1)) / 2)) / (2 * pi())) * 4294967296
), 0), 4294967295) - 2147483648)::integer;

create table observations (
    id                       uuid primary key,
    taxon_key                integer not null references taxa (key),
    verbatim_scientific_name text check (length(verbatim_scientific_name) <= 300),
    count                    integer not null check (count between 1 and 10000000),
    geom                     geometry(Point, 4326) not null
        check (ST_X(geom) between -180 and 180 and ST_Y(geom) between -90 and 90),
    observed_at              timestamptz not null check (observed_at >= '1700-01-01Z'),
    date_precision           text not null check (date_precision in ('time', 'day', 'month', 'year', 'interval')),
    observed_until           date,
    last_day                 date not null generated always as
        (coalesce(observed_until, (observed_at at time zone 'UTC')::date)) stored,
    months                   smallint not null generated always as
        (months_mask((observed_at at time zone 'UTC')::date,
                     coalesce(observed_until, (observed_at at time zone 'UTC')::date))) stored,
    data_source_key          integer references data_sources (key),
    occurrence_id            text check (length(occurrence_id) <= 300),
    source_hash              uuid,
    country_id               text references countries (id),
    region_id                slug references regions (id),
    location_accuracy_m      double precision check (location_accuracy_m between 0 and 1e8),
    life_stage               text check (length(life_stage) between 1 and 100),
    sex                      text check (length(sex) between 1 and 100),
    sampling_protocol        text check (length(sampling_protocol) between 1 and 200),
    event_id                 text check (length(event_id) between 1 and 200),
    status                   text not null default 'unverified' check (status in ('unverified', 'verified', 'rejected')),
    notes                    text check (length(notes) between 1 and 4000),
    user_id                  text check (length(user_id) between 1 and 200),
    observer_name            text check (length(observer_name) between 1 and 200),
    image_url                text check (length(image_url) between 1 and 2000),
    prediction_id            uuid,
    model_id                 text check (length(model_id) between 1 and 200),
    confidence               double precision check (confidence between 0 and 1),
    metadata                 jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
    created_at               timestamptz not null default now(),
    updated_at               timestamptz not null default now(),
    mercator_x               integer not null generated always as (mercator_x(geom)) stored,
    mercator_y               integer not null generated always as (mercator_y(geom)) stored,
    -- A day or a time stands alone; what is coarser says its last day.
    check ((date_precision in ('time', 'day')) = (observed_until is null)),
    check (observed_until >= (observed_at at time zone 'UTC')::date)
);
-- The tile index counts days from 1700 to 2399. Not valid: rows beyond, which databases before 0.1.0 may hold, stay, and SQL counts them.
alter table observations add constraint observations_day_limit
    check (observed_at < '2400-01-01Z' and (observed_until is null or observed_until < '2400-01-01')) not valid;

create index observations_geom on observations using gist (geom);
-- Newest first, and by id within an instant, is the order of every list, so a page begins at its position in this index.
create index observations_time on observations (observed_at desc, id);
-- The indexes of the common conditions end in the same order.
create index observations_taxon on observations (taxon_key, observed_at desc);
create index observations_country on observations (country_id, observed_at desc);
create index observations_region on observations (region_id, observed_at desc);
create index observations_data_source on observations (data_source_key, observed_at desc);
create index observations_months on observations (months, observed_at desc);
-- Few values, equal entries side by side: small and cheap to keep. They find what is rare; what is common is found by time.
create index observations_status on observations (status) where status <> 'unverified';
create index observations_life_stage on observations (lower(life_stage)) where life_stage is not null;
create index observations_sex on observations (lower(sex)) where sex is not null;
create index observations_sampling_protocol on observations (lower(sampling_protocol)) where sampling_protocol is not null;
create index observations_accuracy on observations (location_accuracy_m);
create index observations_user on observations (user_id) where user_id is not null;
create index observations_prediction on observations (prediction_id) where prediction_id is not null;
-- The few records that know no day: a time that falls into their days is found by this, others by observed_at.
create index observations_until on observations (observed_until) where observed_until is not null;

-- The planner takes no statistics from partial indexes; without these it believes that every sex and life stage is rare, and
-- reads and sorts millions of rows where the newest would do.
create statistics observations_words on (lower(life_stage)), (lower(sex)), (lower(sampling_protocol)) from observations;

-- The same request again is known by its hash, whatever PATCH changed of its record since.
create table observation_requests (
    id   uuid primary key references observations (id) on delete cascade,
    hash bytea not null
);

-- The columns of observations without those of reports, so that an export gives absences back.
create table absences (
    id                       uuid primary key,
    taxon_key                integer not null references taxa (key),
    verbatim_scientific_name text check (length(verbatim_scientific_name) <= 300),
    geom                     geometry(Point, 4326) not null
        check (ST_X(geom) between -180 and 180 and ST_Y(geom) between -90 and 90),
    observed_at              timestamptz not null check (observed_at >= '1700-01-01Z'),
    date_precision           text not null check (date_precision in ('time', 'day', 'month', 'year', 'interval')),
    observed_until           date,
    data_source_key          integer not null references data_sources (key),
    occurrence_id            text check (length(occurrence_id) <= 300),
    source_hash              uuid not null,
    country_id               text references countries (id),
    region_id                slug references regions (id),
    location_accuracy_m      double precision check (location_accuracy_m between 0 and 1e8),
    life_stage               text check (length(life_stage) between 1 and 100),
    sex                      text check (length(sex) between 1 and 100),
    sampling_protocol        text check (length(sampling_protocol) between 1 and 200),
    event_id                 text check (length(event_id) between 1 and 200),
    notes                    text check (length(notes) between 1 and 4000),
    observer_name            text check (length(observer_name) between 1 and 200),
    metadata                 jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
    created_at               timestamptz not null default now(),
    updated_at               timestamptz not null default now(),
    check ((date_precision in ('time', 'day')) = (observed_until is null)),
    check (observed_until >= (observed_at at time zone 'UTC')::date)
);
create index absences_data_source on absences (data_source_key);
create index absences_taxon on absences (taxon_key);
create index absences_geom on absences using gist (geom);

-- Observations cite a prediction by its id without a foreign key, because a client may cite what another service predicted.
create table predictions (
    id              uuid primary key,
    image_url       text not null check (length(image_url) between 1 and 2000),
    model_id        text not null check (length(model_id) between 1 and 200),
    scientific_name text,
    confidence      double precision not null check (confidence between 0 and 1),
    created_at      timestamptz not null default now()
);
