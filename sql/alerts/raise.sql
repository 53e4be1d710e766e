-- Raises alerts about facts. One that is there takes the facts where they changed, and is open again. Facts that were older than 60 days
-- when they were found are historical. What left the public since they were looked for raises none.
-- Caller: alerts.store.apply
-- Index: observations_pkey, data_sources_id_key
insert into alerts (id, rule_id, key, title, facts, geom, area_id, day, historical)
select f.id, @rule::uuid, f.key, f.title, f.facts, ST_SetSRID(ST_MakePoint(f.lng, f.lat), 4326), f.area_id, f.day, @today::date - f.day > 60
from jsonb_to_recordset(@found::text::jsonb) f
     (id uuid, key text, title text, facts jsonb, lng float8, lat float8, area_id text, day date)
where (f.facts ->> 'record_id' is null or exists (select from observations o where o.id = (f.facts ->> 'record_id')::uuid))
  and (f.facts ->> 'data_source' is null or exists (select from data_sources d where d.id = f.facts ->> 'data_source'))
on conflict (rule_id, key) do update
set title = excluded.title, facts = excluded.facts, geom = excluded.geom, area_id = excluded.area_id, day = excluded.day, closed_at = null,
    closed_reason = null, updated_at = clock_timestamp()
where alerts.closed_at is not null or (alerts.title, alerts.facts, alerts.geom, alerts.area_id, alerts.day)
    is distinct from (excluded.title, excluded.facts, excluded.geom, excluded.area_id, excluded.day)
