-- The countries and their regions. lookup.Refresh.
select id, coalesce(region_id, '') as region_id from countries order by id
