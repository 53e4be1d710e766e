-- One process at a time loads the catalog. catalog.Load
select pg_advisory_xact_lock(hashtextextended('skeeter catalog', 0))
