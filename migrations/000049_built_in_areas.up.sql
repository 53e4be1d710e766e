-- A set of areas that the program brings, and what it brought. A set of that name which somebody made before gets another name, in rules of
-- alerts too.

create table built_in_areas (
    set    text primary key,
    digest text not null
);

comment on table built_in_areas is 'sets of areas that the program brings and stores once';
comment on column built_in_areas.set is 'name of the set; the key';
comment on column built_in_areas.digest is 'of what was stored; a start with another one stores it; empty after a set was removed, whose ids may be free now';

update areas set set = 'admin1-own' where set = 'admin1';
update alert_rules set area_set = 'admin1-own' where area_set = 'admin1';

-- Servers find areas by name in memory.
create trigger areas_added after insert on areas
    for each row when (new.set is not null) execute function notify_lookups();
create trigger areas_renamed after update of name, set on areas
    for each row when (old.set is not null) execute function notify_lookups();
