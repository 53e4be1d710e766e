-- Notes that the digest of a rule was sent, or that there was nothing to say.
-- Caller: alerts.store.markMailed
update alert_rules set mailed_at = @now::timestamptz where id = @rule::uuid
