-- When the newest row was written; null without rows. It runs at most once, after the start, when the change log holds no write.
-- Caller: observe.StoredMetrics.lastWritten
-- Index: none, a scan of observations
select max(updated_at) as written from observations
