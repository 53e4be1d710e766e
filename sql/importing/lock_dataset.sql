-- One import of a data source at a time. observe.Importer
select pg_advisory_xact_lock(hashtextextended('skeeter data source ' || @id::text, 0))
