-- Deletes a rule with its alerts.
-- Caller: alerts.store.removeRule
delete from alert_rules where id = @id::uuid
