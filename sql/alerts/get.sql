-- An alert.
-- Caller: alerts.store.alert
select
-- include: fragment/alert_columns.sql
from alerts a join alert_rules r on r.id = a.rule_id
where a.id = @id::uuid
