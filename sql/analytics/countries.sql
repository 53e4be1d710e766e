-- The shapes of the countries.
-- Caller: analytics.shapes.ofCountries
select id, ST_AsBinary(ST_Multi(shape), 'NDR') as wkb
from countries
where not ST_IsEmpty(shape)
order by id
