-- A page of the rules, in the order of their names.
-- Caller: alerts.store.rules
select
-- include: fragment/rule_columns.sql
from alert_rules r
where (@kind::text is null or r.kind = @kind::text)
order by r.name, r.id
limit @limit::bigint offset @offset::bigint
