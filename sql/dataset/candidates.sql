-- The data sources that a file may belong to.
-- Caller: importing.fileImport.findSource, importing.fileImport.lockOwn
select key, id, name, coalesce(dataset_id, '') as dataset_id, synthetic from data_sources order by key
