-- What the rules are like, as a text that changes when one does, and what they were last evaluated for.
-- Caller: alerts.store.subject
select (select count(*) || ' ' || coalesce(max(updated_at)::text, '') from alert_rules) as rules,
       (select subject from alert_evaluation) as evaluated,
       (select evaluated_at from alert_evaluation) as evaluated_at
