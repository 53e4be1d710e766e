-- The data sources.
-- Caller: postgres.Lookups.loadSources
select key, id, name, coalesce(licence, '') as licence, coalesce(citation, '') as citation, coalesce(url, '') as url, synthetic
from data_sources
order by key
