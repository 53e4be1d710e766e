-- The data sources of the observations that match. An archive cites them.
-- Caller: transfer.exportSources
-- Index: observations_data_source
select d.key
from data_sources d
where exists (
    select from observations o
    where o.data_source_key = d.key and
-- include: fragment/filter.sql
)
order by d.id
