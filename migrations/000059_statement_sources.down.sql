drop table statement_sources;
comment on column species.sources is 'where the texts are from, one or more';
comment on column diseases.sources is 'where the texts are from, one or more';
update catalog_references set url = 'https://doi.org/' where url is null;
alter table catalog_references alter column url set not null;
comment on column catalog_references.url is 'address of the work, by its DOI where it has one';
