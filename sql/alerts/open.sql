-- The number of open alerts that are not historical, by kind.
-- Caller: alerts.metrics.count
select r.kind, count(*) as alerts
from alerts a join alert_rules r on r.id = a.rule_id
where a.closed_at is null and not a.historical
group by r.kind
order by r.kind
