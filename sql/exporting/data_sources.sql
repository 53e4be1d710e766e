-- Every data source, as an export names it.
-- Caller: exporting.readExportNames
-- Index: none, a scan
select key, id, dataset_id, name, licence, citation, url, false as of_event, false as of_pool
from data_sources
order by key
