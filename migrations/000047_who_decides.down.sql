drop function person_behind;
alter table tokens drop column made_by;
comment on column held_observations.held_reason is 'why: anonymous or count for what waits, reporter or writer for who withdrew it';
