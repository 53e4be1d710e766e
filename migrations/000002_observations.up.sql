-- Observations, absences beside them, and the log of what changed.

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
    -- A day or a time stands alone; what is coarser says its last day.
    check ((date_precision in ('time', 'day')) = (observed_until is null)),
    check (observed_until >= (observed_at at time zone 'UTC')::date)
);
comment on table observations is 'one record of mosquitoes that were there; absences are in a table of their own';
comment on column observations.source_hash is 'of the imported row; null for records made through the API';
comment on column observations.months is 'bit 0 is January: every month that the record''s days touch';

-- Newest first is the order of every list, so the indexes of the common filters end in it.
create index observations_geom on observations using gist (geom);
create index observations_time on observations (observed_at desc);
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

-- What the API was first sent under a client's own id, so that the same request again is known whatever PATCH changed since.
create table observation_requests (
    id   uuid primary key references observations (id) on delete cascade,
    hash bytea not null
);

-- Looked for and not found. The same columns, so that an export gives them back.
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
