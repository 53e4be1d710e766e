-- The data sources.
-- Caller: lookup.Snapshot.loadSources
select key, id, name, coalesce(licence, '') as licence, coalesce(citation, '') as citation, coalesce(url, '') as url, synthetic
from data_sources
order by key
