-- Removes the areas of a set that it has no more, but for those that rules of alerts use.
-- Caller: areas.BuiltIn.store
delete from areas a
where a.set = @set::text and a.id <> all(@ids::text[]) and not exists (select from alert_rules r where r.area_id = a.id)
