-- The observations that match as the columns of GeoJSON features, newest first. Streamed.
-- Caller: exporting.Exporter.features
-- Index: observations_time; or that of the filter
select
-- include: fragment/feature_columns.sql
from observations o
where
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
