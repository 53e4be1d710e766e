       -- What an answer says of an alert a of a rule r.
       a.id, a.rule_id, r.name as rule, r.kind, a.title, a.day, ST_Y(a.geom) as lat, ST_X(a.geom) as lng, a.area_id, a.facts, a.historical,
       a.state, a.note, a.raised_at, a.updated_at, a.closed_at, a.closed_reason
