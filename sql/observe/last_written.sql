-- When the youngest row was written; null without rows. Asked once, at start, and only when the change log no longer tells.
-- Caller: observe.StoredMetrics.lastWritten
-- Index: none, a scan of observations
select max(updated_at) as written from observations
