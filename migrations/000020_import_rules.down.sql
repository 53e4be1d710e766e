alter table observations drop column import_rules;
alter table absences drop column import_rules;
comment on column observation_sums.first_day is 'of the records, UTC';
comment on column observation_sums.last_day is 'of the records, UTC';
comment on column sites.first_day is 'of the records, UTC';
comment on column sites.last_day is 'of the records, UTC';
