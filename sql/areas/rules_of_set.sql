-- How many rules of alerts use a set of areas, or one of its areas.
-- Caller: areas.RemoveSet
select count(*) from alert_rules r
where r.area_set = @set::text or exists (select from areas a where a.id = r.area_id and a.set = @set::text)
