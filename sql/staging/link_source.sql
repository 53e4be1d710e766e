-- Says which stored data source the rows with a number belong to.
-- Caller: importing.fileImport.storeSources
update import_sources set key = @key::int where source = @source::smallint
