-- The newest record that is not rejected, and when the newest write was made that the change log still tells of; null for none.
-- observe.StoredMetrics, index observations_time.
select (select observed_at from observations where status <> 'rejected' order by observed_at desc limit 1) as newest,
       (select max(logged_at) from observation_touches) as written
