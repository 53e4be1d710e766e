-- The countries, and of each the boxes of its pieces: together they say where it lies, across the antimeridian too. Read once
-- a process.
-- Caller: catalog.store.countries
-- Index: country_pieces_country
select c.id, c.iso_a2, c.iso_a3, coalesce(c.region_id::text, '') as region_id, ST_X(c.centroid) as lng, ST_Y(c.centroid) as lat,
       array_agg(ST_XMin(p.shape)) as wests, array_agg(ST_XMax(p.shape)) as easts,
       min(ST_YMin(p.shape)) as south, max(ST_YMax(p.shape)) as north
from countries c
join country_pieces p on p.country_id = c.id
group by c.id
order by c.id
