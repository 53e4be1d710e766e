-- The observations that match as the columns of GeoJSON features, newest first. transfer.Exporter, streamed.
select
-- include: fragment/feature_columns.sql
from observations o
where
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
