-- Closes alerts of a rule, each for its reason.
-- Caller: alerts.store.closeMissing
update alerts a set closed_at = now(), closed_reason = c.reason, updated_at = clock_timestamp()
from unnest(@keys::text[], @reasons::text[]) c (key, reason)
where a.rule_id = @rule::uuid and a.key = c.key and a.closed_at is null
