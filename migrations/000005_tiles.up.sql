-- What vector tiles need: places in the tile grid, and a data version that names answers.

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

alter table observations
    add column mercator_x integer not null generated always as (mercator_x(geom)) stored,
    add column mercator_y integer not null generated always as (mercator_y(geom)) stored;
comment on column observations.mercator_x is 'Web Mercator, 2^32 units around the world, 0 at Greenwich';
comment on column observations.mercator_y is 'Web Mercator, 2^32 units from north to south, 0 at the equator';

-- The log holds the grid's numbers and plain values: what the index reads from the table itself.
drop table observation_changes;
create unlogged table observation_changes (
    xid                 xid8 not null default pg_current_xact_id(),
    added               boolean not null,
    mercator_x          integer not null,
    mercator_y          integer not null,
    taxon_key           integer not null,
    observed_at         timestamptz not null,
    last_day            date not null,
    count               integer not null,
    country_id          text,
    region_id           text,
    data_source_key     integer,
    status              text not null,
    life_stage          text,
    sex                 text,
    sampling_protocol   text,
    location_accuracy_m double precision,
    latitude            double precision
);
create index observation_changes_xid on observation_changes (xid);
comment on column observation_changes.latitude is 'of a place on the edge of the grid''s square or beyond, which mercator_y does not tell';

-- One row for each area that a transaction touched. Snapshots of one server are nested, so the number of rows that a
-- snapshot sees, of an area or of all, names what it sees: the data version, the same on every server of the database.
create unlogged table observation_touches (
    xid       xid8 not null default pg_current_xact_id(),
    area      smallint not null,
    logged_at timestamptz not null default clock_timestamp(),
    primary key (xid, area)
);
comment on column observation_touches.area is 'a tile of zoom 6: its row * 64 + its column';

create unlogged table observation_areas (
    area      smallint primary key,
    forgotten bigint not null
);
comment on table observation_areas is 'how many rows observation_touches no longer holds; they count for the version';

-- A new epoch: the log above begins anew.
delete from observation_epoch;
alter table observation_epoch
    add column horizon    pg_snapshot,
    add column horizon_at timestamptz;
comment on column observation_epoch.horizon is 'what was visible at horizon_at: the log may forget it some time later';

create or replace function log_changes() returns trigger language plpgsql as $$
begin
    insert into observation_changes (added, mercator_x, mercator_y, taxon_key, observed_at, last_day, count, country_id, region_id,
        data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m, latitude)
    select tg_argv[0]::boolean, mercator_x, mercator_y, taxon_key, observed_at, last_day, count, country_id, region_id,
           data_source_key, status, life_stage, sex, sampling_protocol, location_accuracy_m,
           case when mercator_y = -2147483648 or mercator_y = 2147483647 then ST_Y(geom) end
    from changed;
    insert into observation_touches (area)
    select distinct ((mercator_y::bigint + 2147483648) >> 26) * 64 + ((mercator_x::bigint + 2147483648) >> 26) from changed
    on conflict do nothing;
    perform pg_notify('skeeter_observations', '');
    return null;
end $$;

-- The planner takes no statistics from partial indexes; without these it believes that every sex and life stage is rare, and
-- reads and sorts millions of rows where the newest would do.
create statistics observations_words on (lower(life_stage)), (lower(sex)), (lower(sampling_protocol)) from observations;
