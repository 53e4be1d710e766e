-- The data sources that have a row, by their numbers in the file.
-- Caller: importing.fileImport.storeSources
select source from import_rows
union
select source from import_event_rows
union
select source from import_pool_rows
order by source
