       -- What an answer says of a rule r.
       r.id, r.kind, r.name, r.species, r.disease, r.area_id, r.area_set, r.parameters, r.enabled, r.send, r.webhook_url, r.mail_to, r.digest,
       (select count(*) from alerts a where a.rule_id = r.id and a.closed_at is null) as open_alerts, r.evaluated_at, r.problem, r.created_at,
       r.updated_at
