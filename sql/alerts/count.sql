-- The number of alerts of a list.
-- Caller: alerts.store.alerts
select count(*) from alerts a join alert_rules r on r.id = a.rule_id
where
-- include: fragment/filter_alerts.sql
