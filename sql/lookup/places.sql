-- The countries and their regions. postgres.Lookups.Refresh, at start and when they change.
select id, coalesce(region_id, '') as region_id from countries order by id
