-- Locks a rule until the transaction ends, and says whether it is there and when it was changed.
-- Caller: alerts.store.lockRule
select updated_at from alert_rules where id = @id::uuid for update
