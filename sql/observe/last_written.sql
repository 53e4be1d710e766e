-- When the youngest row was written; null without rows. A scan of the table: observe.StoredMetrics asks once, at start, and only when
-- the change log no longer tells.
select max(updated_at) as written from observations
