-- What was counted, noted in the same transaction. gis.Count
update gis_counted set data_version = @version, catalog_hash = @catalog, counted_at = now()
