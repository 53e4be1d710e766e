-- The countries and their regions.
-- Caller: postgres.Lookups.loadPlaces, transfer.demoWorld.findCountries
select id, coalesce(region_id, '') as region_id from countries order by id
