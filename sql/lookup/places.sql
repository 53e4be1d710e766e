-- The countries and their regions.
-- Caller: lookup.Snapshot.loadPlaces, observe.regionsByCountry
select id, coalesce(region_id, '') as region_id from countries order by id
