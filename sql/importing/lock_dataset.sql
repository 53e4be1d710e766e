-- One import of a data source at a time. transfer.Importer
select pg_advisory_xact_lock(hashtextextended('skeeter data source ' || @id::text, 0))
