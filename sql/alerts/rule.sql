-- A rule.
-- Caller: alerts.store.rule
select
-- include: fragment/rule_columns.sql
from alert_rules r
where r.id = @id::uuid
