-- Alerts that wait to be sent by webhook, the oldest first.
-- Caller: alerts.Alerts.sendWebhooks
-- Index: alerts_unsent
select
-- include: fragment/alert_columns.sql
       , r.webhook_url, a.send_attempts
from alerts a join alert_rules r on r.id = a.rule_id
where r.send = 'webhook' and r.enabled and a.sent_at is null and not a.historical and a.closed_at is null and a.raised_at >= r.send_since
  and (a.send_after is null or a.send_after <= @now::timestamptz)
order by a.raised_at, a.id
limit @limit::int
