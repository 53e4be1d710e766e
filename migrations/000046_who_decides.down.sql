drop function person_behind;
alter table tokens drop column made_by;
comment on column held_observations.held_reason is 'why: anonymous or count for what waits, reporter or writer for who withdrew it';
update taxa set private_to = null where private_to = '{}';
comment on column taxa.private_to is 'the private data sources (all_data_sources.key) that alone have the name; null: everybody may know it';
