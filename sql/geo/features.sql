-- The newest observations that match, as plain columns; names come from memory. Streamed.
-- Caller: geo.Geo.streamFeatures
-- Index: observations_time; or that of the filter
select
-- include: fragment/feature_columns.sql
from observations o
where
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
limit @limit
