-- What observations point to: names, catalog, places, data sources, translations.

create extension if not exists postgis;

create domain slug as text check (value <> '' and value !~ '[[:space:]_/%,]' and length(value) <= 320);

-- Every scientific name that a record may carry: the catalog's, and names met in records.
create table taxa (
    key             integer generated always as identity primary key,
    id              slug not null unique,
    scientific_name text not null unique check (length(scientific_name) between 1 and 300),
    genus           text not null check (genus <> ''),
    in_catalog      boolean not null default false
);
comment on table taxa is 'every scientific name that records use; id is the lowercase name with hyphens';

-- Every spelling that finds a taxon: its accepted name and its synonyms, by slug.
create table taxon_names (
    slug      slug primary key,
    name      text not null check (name <> ''),
    taxon_key integer not null references taxa (key) on delete cascade,
    accepted  boolean not null
);
create unique index taxon_names_one_accepted on taxon_names (taxon_key) where accepted;
create index taxon_names_taxon on taxon_names (taxon_key);

create table regions (
    id  slug primary key,
    m49 text not null unique check (m49 ~ '^[0-9]{3}$')
);
comment on table regions is 'UN M49 sub-regions';

create table countries (
    id        text primary key check (id ~ '^[a-z]{2}$'),
    iso_a2    text not null unique generated always as (upper(id)) stored,
    iso_a3    text not null unique check (iso_a3 ~ '^[A-Z]{3}$'),
    region_id slug references regions (id),
    shape     geometry(MultiPolygon, 4326) not null,
    centroid  geometry(Point, 4326) not null
);
create index countries_shape on countries using gist (shape);
comment on table countries is 'ISO 3166-1 countries with Natural Earth 1:10m shapes, split at the antimeridian';

-- The same shapes in small pieces: point in polygon reads one piece, not all of Canada.
create table country_pieces (
    country_id text not null references countries (id) on delete cascade,
    shape      geometry(Polygon, 4326) not null
);
-- Coordinates hardly compress, and trying costs seconds.
alter table countries alter column shape set storage external;
alter table country_pieces alter column shape set storage external;
create index country_pieces_shape on country_pieces using gist (shape);
create index country_pieces_country on country_pieces (country_id);

create table species (
    taxon_key     integer primary key references taxa (key),
    authorship    text not null,
    family        text not null,
    subfamily     text not null,
    subgenus      text,
    vector_status text not null check (vector_status in ('High', 'Moderate', 'Low', 'None', 'Unknown')),
    sources       text[] not null check (cardinality(sources) > 0)
);
comment on table species is 'the catalog''s species; texts are in translations';

create table species_regions (
    taxon_key integer not null references species (taxon_key) on delete cascade,
    region_id slug not null references regions (id),
    primary key (taxon_key, region_id)
);
create index species_regions_region on species_regions (region_id);

create table diseases (
    id            slug primary key,
    pathogen_type text not null check (pathogen_type in ('virus', 'protozoan', 'nematode', 'bacterium')),
    sources       text[] not null check (cardinality(sources) > 0)
);

create table disease_regions (
    disease_id slug not null references diseases (id) on delete cascade,
    region_id  slug not null references regions (id),
    primary key (disease_id, region_id)
);

-- Which species carries which disease; rank 1 is the main vector.
create table disease_vectors (
    disease_id slug not null references diseases (id) on delete cascade,
    taxon_key  integer not null references species (taxon_key) on delete cascade,
    rank       smallint not null check (rank > 0),
    primary key (disease_id, taxon_key),
    unique (disease_id, rank)
);
create index disease_vectors_taxon on disease_vectors (taxon_key);

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
comment on column data_sources.synthetic is 'true for demonstration data made by skeeter demo';

-- Names and texts by language and identifier. folded is what a search looks in: name and texts without case and accents.
create table translations (
    kind   text not null check (kind in ('species', 'disease', 'region', 'country', 'data_source')),
    lang   text not null check (lang in ('en', 'es', 'ru', 'fr', 'pt')),
    id     text not null,
    name   text not null check (name <> ''),
    texts  jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
    folded text not null default '',
    primary key (kind, lang, id)
);

-- What is loaded of the catalog, so that a start loads it again only when it changed.
create table catalog_version (
    only_row boolean primary key default true check (only_row),
    hash     text not null
);

-- A change of names or places wakes every server.
create function notify_lookups() returns trigger language plpgsql as $$
begin
    perform pg_notify('skeeter_lookups', '');
    return null;
end $$;

create trigger taxa_notify after insert or update or delete or truncate on taxa
    for each statement execute function notify_lookups();
create trigger taxon_names_notify after insert or update or delete or truncate on taxon_names
    for each statement execute function notify_lookups();
create trigger data_sources_notify after insert or update or delete or truncate on data_sources
    for each statement execute function notify_lookups();
create trigger translations_notify after insert or update or delete or truncate on translations
    for each statement execute function notify_lookups();
