-- Whether an area a stays though nobody asks for it: it is of a set, or a rule of alerts uses it.
(a.set is not null or exists (select from alert_rules r where r.area_id = a.id))
