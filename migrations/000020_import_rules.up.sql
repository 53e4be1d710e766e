-- By which rules a record was last read from its file, so that a field that a person emptied is not taken for one that older rules did
-- not read. New rules for stored fields raise the default.
alter table observations add column import_rules smallint not null default 0;
alter table observations alter column import_rules set default 1;
alter table absences add column import_rules smallint not null default 0;
alter table absences alter column import_rules set default 1;
comment on column observations.import_rules is 'version of the rules by which the record was read or last changed; 0 before version 20';
comment on column absences.import_rules is 'version of the rules by which the absence was read; 0 before version 20';

comment on column observation_sums.first_day is 'of the records, as their days were written';
comment on column observation_sums.last_day is 'of the records, as their days were written';
comment on column sites.first_day is 'of the records, as their days were written';
comment on column sites.last_day is 'of the records, as their days were written';
