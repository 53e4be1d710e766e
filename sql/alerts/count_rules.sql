-- The number of rules.
-- Caller: alerts.store.addRule, alerts.store.rules
select count(*) from alert_rules r where (@kind::text is null or r.kind = @kind::text)
