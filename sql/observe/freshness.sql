-- When the newest record that is not rejected was observed, and when the newest write was made that the change log still holds;
-- null for none.
-- Caller: observe.StoredMetrics.Count
-- Index: observations_time
select (select observed_at from observations where status <> 'rejected' order by observed_at desc limit 1) as newest,
       (select max(logged_at) from observation_touches) as written
