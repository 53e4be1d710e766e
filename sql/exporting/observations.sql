-- Everything public of the observations that match, newest first. Streamed.
-- Caller: transfer.Exporter.occurrences
-- Index: observations_time; or that of the filter
select
-- include: fragment/export_columns.sql
       , o.count, o.status
from observations o
where
-- include: fragment/filter.sql
order by o.observed_at desc, o.id
