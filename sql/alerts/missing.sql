-- The keys of the open alerts of a rule whose facts are there no longer.
-- Caller: alerts.store.closeMissing
select key from alerts where rule_id = @rule::uuid and closed_at is null and key <> all(@keys::text[]) order by key
