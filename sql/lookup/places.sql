-- The countries and their regions.
-- Caller: demo.demoWorld.findCountries, postgres.Lookups.loadPlaces
select id, coalesce(region_id, '') as region_id from countries order by id
