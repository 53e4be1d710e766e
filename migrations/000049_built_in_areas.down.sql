drop trigger areas_renamed on areas;
drop trigger areas_added on areas;
delete from areas a
where a.set in (select b.set from built_in_areas b)
  and not exists (select from alert_rules r where r.area_id = a.id or r.area_set = a.set);
drop table built_in_areas;
