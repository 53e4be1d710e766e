-- Groups and complexes of species stand in the catalog beside species, with what they include.

alter table species add column rank text not null default 'species' check (rank in ('species', 'complex', 'group'));
comment on column species.rank is 'species, or complex or group: several species under one entry';

-- Members are names, because the catalog does not describe all of them and records do not have all of them.
create table species_members (
    taxon_key integer not null references species (taxon_key) on delete cascade,
    slug      slug not null,
    name      text not null check (name <> ''),
    primary key (taxon_key, slug)
);
comment on table species_members is 'what the catalog''s complexes and groups include: species, and groups within them';
comment on column species_members.taxon_key is 'the complex or group';
comment on column species_members.slug is 'slug of name; taxon_names has it where the catalog or a record does';
comment on column species_members.name is 'scientific name of the member';

create trigger species_members_notify after insert or update or delete or truncate on species_members
    for each statement execute function notify_lookups();
