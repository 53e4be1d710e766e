-- Notes what was counted, in the same transaction.
-- Caller: gis.countAlone
update gis_counted set data_version = @version, catalog_hash = @catalog, counted_at = now()
