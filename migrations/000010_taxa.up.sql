-- What records are called: scientific names, the catalog of species and diseases, and their texts in each language.

-- Names that records met and the catalog does not have are kept beside the catalog's.
create table taxa (
    key             integer generated always as identity primary key,
    id              slug not null unique,
    scientific_name text not null unique check (length(scientific_name) between 1 and 300),
    genus           text not null check (genus <> ''),
    in_catalog      boolean not null default false
);

create table taxon_names (
    slug      slug primary key,
    name      text not null check (name <> ''),
    taxon_key integer not null references taxa (key) on delete cascade,
    accepted  boolean not null
);
create unique index taxon_names_one_accepted on taxon_names (taxon_key) where accepted;
create index taxon_names_taxon on taxon_names (taxon_key);

create table species (
    taxon_key     integer primary key references taxa (key),
    authorship    text not null,
    family        text not null,
    subfamily     text not null,
    subgenus      text,
    vector_status text not null check (vector_status in ('High', 'Moderate', 'Low', 'None', 'Unknown')),
    sources       text[] not null check (cardinality(sources) > 0)
);

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

create table disease_vectors (
    disease_id slug not null references diseases (id) on delete cascade,
    taxon_key  integer not null references species (taxon_key) on delete cascade,
    rank       smallint not null check (rank > 0),
    primary key (disease_id, taxon_key),
    unique (disease_id, rank)
);
create index disease_vectors_taxon on disease_vectors (taxon_key);

-- One table of texts for everything that has a name. It points to no other table, because the kinds have keys of their own.
create table translations (
    kind   text not null check (kind in ('species', 'disease', 'region', 'country', 'data_source')),
    lang   text not null check (lang in ('en', 'es', 'ru', 'fr', 'pt')),
    id     text not null,
    name   text not null check (name <> ''),
    texts  jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
    folded text not null default '',
    primary key (kind, lang, id)
);

-- A start loads the catalog again only when it changed.
create table catalog_version (
    only_row boolean primary key default true check (only_row),
    hash     text not null
);

create trigger taxa_notify after insert or update or delete or truncate on taxa
    for each statement execute function notify_lookups();
create trigger taxon_names_notify after insert or update or delete or truncate on taxon_names
    for each statement execute function notify_lookups();
create trigger species_notify after insert or update or delete or truncate on species
    for each statement execute function notify_lookups();
create trigger translations_notify after insert or update or delete or truncate on translations
    for each statement execute function notify_lookups();
