-- A page of the alerts, newest first.
-- Caller: alerts.store.alerts
select
-- include: fragment/alert_columns.sql
from alerts a join alert_rules r on r.id = a.rule_id
where
-- include: fragment/filter_alerts.sql
order by a.raised_at desc, a.id
limit @limit::bigint offset @offset::bigint
