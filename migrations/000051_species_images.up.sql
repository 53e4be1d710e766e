-- Photographs of species with their credits. They are in the database, so that all servers of one have them and a backup keeps them.
create table species_images (
    id         uuid primary key,
    taxon_key  integer not null references taxa (key) on delete cascade,
    file       text not null unique check (length(file) between 1 and 500),
    place      integer not null check (place > 0),
    author     text not null check (length(author) between 1 and 300),
    licence    text not null check (length(licence) between 1 and 300),
    source     text check (length(source) between 1 and 2000),
    caption    text check (length(caption) between 1 and 1000),
    life_stage text check (life_stage in ('adult', 'larva', 'pupa', 'egg', 'immature')),
    sex        text check (sex in ('female', 'male')),
    width      integer not null check (width > 0),
    height     integer not null check (height > 0),
    large      bytea not null,
    small      bytea not null
);
-- A JPEG does not become smaller.
alter table species_images alter column large set storage external, alter column small set storage external;
create index species_images_taxon on species_images (taxon_key, place);
comment on table species_images is 'photographs of species, stored by skeeter catalog images';
comment on column species_images.id is 'digest of both sizes; the key';
comment on column species_images.taxon_key is 'taxa.key of the species';
comment on column species_images.file is 'name of the file in the folder that it came from';
comment on column species_images.place is 'order among the photographs of a species: the line of the credits';
comment on column species_images.author is 'who made it, as it is shown';
comment on column species_images.licence is 'such as CC BY 4.0, else in the words of the credits';
comment on column species_images.source is 'web address where it was published; null when not stated';
comment on column species_images.caption is 'what there is to see; null when not stated';
comment on column species_images.life_stage is 'of the mosquito; null when not stated';
comment on column species_images.sex is 'of the mosquito; null when not stated';
comment on column species_images.width is 'of the large size, in pixels';
comment on column species_images.height is 'of the large size, in pixels';
comment on column species_images.large is 'JPEG without metadata, at most 1280 pixels a side';
comment on column species_images.small is 'JPEG without metadata, at most 320 pixels a side';
