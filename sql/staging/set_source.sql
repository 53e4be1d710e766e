-- Says which stored data source the rows with a number belong to: 0 while it is not stored, null for none.
-- Caller: importing.fileImport.linkSources
insert into import_sources (source, key) values (@source::smallint, @key::int)
