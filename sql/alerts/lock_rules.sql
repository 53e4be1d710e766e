-- Waits until no other transaction adds a rule, so that their number can be counted.
-- Caller: alerts.store.addRule
select pg_advisory_xact_lock(hashtextextended('skeeter alert rules', 0))
