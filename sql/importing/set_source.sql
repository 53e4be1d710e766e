-- Says which stored data source the rows with a number belong to; none while it is not stored.
-- Caller: transfer.importRun.linkSources
insert into import_sources (source, key) values (@source::smallint, @key::int)
