-- Predictions that were given up so many seconds ago.
-- Caller: uploads.Store.removeGivenUp
-- Index: none, a scan
select id from predictions p
where cited_by = '00000000-0000-0000-0000-000000000000' and cited_at < now() - make_interval(secs => @seconds::float8)
  and not exists (select from observations o where o.prediction_id = p.id)
  and not exists (select from held_observations h where h.prediction_id = p.id)
order by id
limit @limit::int
