-- The absences that match as the columns of GeoJSON features, newest first. Streamed.
-- Caller: exporting.Exporter.features
-- Index: absences_time; or that of the filter
select
-- include: fragment/feature_columns.sql
from (select *, 0 as count from absences) o
where
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
