-- Notes that a rule was evaluated, and why nothing was found out.
-- Caller: alerts.store.apply
update alert_rules set evaluated_at = now(), problem = @problem::text where id = @rule::uuid
