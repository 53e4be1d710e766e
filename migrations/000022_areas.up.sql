-- Areas that records are asked for by: drawn ones, whose id is a hash of their geometry, and named ones, which come in sets.

create table areas (
    id         text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 100),
    set        text check (set ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(set) <= 100),
    name       text check (length(name) between 1 and 300),
    geom       geometry(MultiPolygon, 4326) not null check (not ST_IsEmpty(geom)),
    area_km2   double precision not null check (area_km2 >= 0),
    vertices   integer not null check (vertices > 0),
    repaired   boolean not null default false,
    created_at timestamptz not null default now(),
    used_at    timestamptz not null default now(),
    check ((set is null) = (id ~ '^[0-9a-f]{32}$'))
);
create index areas_set on areas (set, id) where set is not null;
create index areas_used on areas (used_at, id) where set is null;
create index areas_geom on areas using gist (geom) where set is not null;

comment on table areas is 'areas that the parameter area names: drawn ones, and those of named sets';
comment on column areas.id is 'of a drawn area 32 hex digits of SHA-256 of its geometry; else an id that the set gives, such as de111; the key';
comment on column areas.set is 'the set that the area belongs to, such as nuts3; null for a drawn area';
comment on column areas.name is 'name in the set; null for a drawn area';
comment on column areas.geom is 'longitudes and latitudes with at most 7 decimals, WGS 84; valid and normalized';
comment on column areas.area_km2 is 'square kilometres on the ellipsoid';
comment on column areas.vertices is 'number of positions in geom';
comment on column areas.repaired is 'whether the geometry that was sent was not valid';
comment on column areas.created_at is 'when the area was stored';
comment on column areas.used_at is 'when a drawn area was last asked for, to the day; unused ones are removed after 30 days';

-- Servers keep the shapes of areas in memory.
-- Those of drawn areas do not change.
create trigger areas_changed after update of id, geom on areas
    for each row when (old.set is not null) execute function notify_lookups();
create trigger areas_deleted after delete on areas
    for each row when (old.set is not null) execute function notify_lookups();
