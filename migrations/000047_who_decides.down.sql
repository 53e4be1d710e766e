drop function person_behind;
alter table tokens drop column made_by;
