-- The data sources that have a row, by their numbers in the file.
-- Caller: importing.fileImport.storeSources
select source from import_rows group by source order by source
