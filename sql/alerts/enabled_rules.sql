-- The rules to evaluate.
-- Caller: alerts.enabledRules
select
-- include: fragment/rule_columns.sql
from alert_rules r
where r.enabled
order by r.id
