-- The alerts of a rule that wait for its digest, the oldest first.
-- Caller: alerts.Alerts.sendDigest
-- Index: alerts_unsent
select
-- include: fragment/alert_columns.sql
from alerts a join alert_rules r on r.id = a.rule_id
where r.id = @rule::uuid and a.sent_at is null and not a.historical and a.closed_at is null and a.raised_at >= r.send_since
order by a.raised_at, a.id
