-- How many rows state a country, records, events that caught nothing and pools alone, and in how many of them the place lies elsewhere.
-- Caller: importing.fileImport.checkAxes
select count(*) as stated, count(*) filter (where p.country_id is distinct from r.stated_country and p.state is distinct from r.stated_country) as outside
from (
    select geom, stated_country from import_rows
    union all
    select geom, stated_country from import_event_rows where alone
    union all
    select geom, stated_country from import_pool_rows where alone
) r
join import_places p on p.geom = r.geom
where r.stated_country is not null
