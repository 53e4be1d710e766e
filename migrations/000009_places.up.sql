-- Where records lie: UN M49 regions, the countries in them, and the country of a point.

create extension if not exists postgis;

-- An identifier in addresses: lower case, with hyphens for what is no letter or digit.
create domain slug as text check (value <> '' and value !~ '[[:space:]_/%,]' and length(value) <= 320);

-- Every server holds places and names in memory; a change of either wakes it.
create function notify_lookups() returns trigger language plpgsql as $$
begin
    perform pg_notify('skeeter_lookups', '');
    return null;
end $$;

create table regions (
    id  slug primary key,
    m49 text not null unique check (m49 ~ '^[0-9]{3}$')
);

create table countries (
    id        text primary key check (id ~ '^[a-z]{2}$'),
    iso_a2    text not null unique generated always as (upper(id)) stored,
    iso_a3    text not null unique check (iso_a3 ~ '^[A-Z]{3}$'),
    region_id slug references regions (id),
    shape     geometry(MultiPolygon, 4326) not null,
    centroid  geometry(Point, 4326) not null
);
create index countries_shape on countries using gist (shape);
create trigger countries_notify after insert or update or delete or truncate on countries
    for each statement execute function notify_lookups();

-- The shapes again in small pieces: point in polygon reads one piece, not all of Canada.
create table country_pieces (
    country_id text not null references countries (id) on delete cascade,
    shape      geometry(Polygon, 4326) not null
);
create index country_pieces_shape on country_pieces using gist (shape);
create index country_pieces_country on country_pieces (country_id);

-- Coordinates hardly compress, and trying costs seconds.
alter table countries alter column shape set storage external;
alter table country_pieces alter column shape set storage external;

-- The country of a place: the one it lies in, else the nearest within reach_m metres, else null.
--
-- Imports call it set-wise over distinct places, the API for one. It finds both by the GiST index of country_pieces. A body
-- that PostgreSQL plans once a query: plpgsql would plan it anew for every place under plan_cache_mode force_custom_plan.
create function place_of(place geometry, reach_m double precision default 10000) returns text
    language sql stable strict parallel safe
as $$
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
