-- The absences of data sources, or all. Streamed.
-- Caller: transfer.Exporter.occurrences
-- Index: absences_data_source
select
-- include: fragment/export_columns.sql
       , 0 as count, 'unverified' as status
from absences o
where @data_sources::int[] is null or o.data_source_key = any(@data_sources::int[])
order by o.observed_at desc, o.id
