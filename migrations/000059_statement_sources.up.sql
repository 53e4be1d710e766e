-- The texts on species and diseases say which work each of their statements rests on.

create table statement_sources (
    kind         text     not null check (kind in ('species', 'disease')),
    id           slug     not null,
    rank         smallint not null check (rank > 0),
    reference_id slug     not null references catalog_references (id),
    statements   text[]   not null check (cardinality(statements) > 0),
    unverified   boolean  not null,
    primary key (kind, id, rank)
);
comment on table statement_sources is 'works that the texts on species and diseases rest on';
comment on column statement_sources.kind is 'species or disease, as in translations';
comment on column statement_sources.id is 'of the species or disease';
comment on column statement_sources.rank is 'order of the file, from 1';
comment on column statement_sources.reference_id is 'the work';
comment on column statement_sources.statements is 'what rests on it, such as habitat or symptoms';
comment on column statement_sources.unverified is 'true: nobody has compared these statements with the work';

comment on column species.sources is 'ids of the works that the texts rest on; statement_sources says which statements. Words in an earlier catalog';
comment on column diseases.sources is 'ids of the works that the texts rest on; statement_sources says which statements. Words in an earlier catalog';

-- A book may have neither a DOI nor an address.
alter table catalog_references alter column url drop not null;
comment on column catalog_references.url is 'address of the work, by its DOI where it has one; null where none is known';
